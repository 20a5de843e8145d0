import type { Layout, PlacedText } from './types.ts';

/** Levels of gray from 0, black, to 1, white. */
const gray = { background: 1, line: 0.55, name: 0, label: 0.35, value: 0 };

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One thing to paint, in points from the lower left of the box. */
export type Mark =
  | ({ kind: 'area'; gray: number } & Rectangle)
  | ({ kind: 'frame'; gray: number; lineWidth: number } & Rectangle)
  | { kind: 'rule'; gray: number; lineWidth: number; x1: number; x2: number; y: number }
  | ({ kind: 'text'; gray: number } & PlacedText);

/**
 * What is painted, in the order in which it is: an opaque ground, so that the letters are read over whatever stands
 * on the page, then the lines, then the letters. `isOpaque` false: without the ground.
 */
export function marksOf({ size, border, rule, texts }: Layout, isOpaque: boolean): Mark[] {
  const ground: Mark = { kind: 'area', gray: gray.background, x: 0, y: 0, ...size };
  return [
    ...(isOpaque ? [ground] : []),
    { kind: 'frame', gray: gray.line, ...border },
    ...(rule === undefined ? [] : [{ kind: 'rule', gray: gray.line, ...rule } as const]),
    ...texts.map((text): Mark => ({ kind: 'text', gray: gray[text.role], ...text })),
  ];
}
