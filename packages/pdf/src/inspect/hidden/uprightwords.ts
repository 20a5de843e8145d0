import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Seen } from './misrecognised.ts';
import type { Levelled } from './skew.ts';

type Place = readonly [x: number, y: number];

/** Words by the quarters by which their strings are turned. */
export function byQuarter<T extends { run: TextRun }>(
  words: readonly T[],
): readonly (readonly [quarters: number, words: T[]])[] {
  const groups = new Map<number, T[]>();
  for (const word of words) {
    const quarters = quartersOf(word.run);
    const group = groups.get(quarters) ?? [];
    if (group.length === 0) groups.set(quarters, group);
    group.push(word);
  }
  return [...groups];
}

/**
 * What is seen as if a page were turned so that strings that are turned by so many quarters, against the clock, run to the right: scans
 * are stored turned, and shown upright by the page's `Rotate`, or are on their head as they went through the scanner.
 */
export function turnUpright(quarters: number, seen: Seen): Levelled {
  if (quarters === 0) return { seen, placed: (run) => run };
  const back = (run: TextRun): TextRun => turnRun(run, quarters);
  return {
    seen: {
      document: seen.document,
      spend: (units) => seen.spend(units),
      isBlank: (run) => seen.isBlank(back(run)),
      shadeUnder: (run) => {
        const under = seen.shadeUnder(back(run));
        if (under === undefined) return undefined;
        return (x, y, wide, high) => {
          const [px, py] = turn([x, y], quarters);
          return quarters === 2 ? under(px, py, wide, high) : under(px, py, high, wide);
        };
      },
      middleUnder: (run) => {
        const middle = seen.middleUnder(back(run));
        return middle && turn(middle, 4 - quarters);
      },
      finenessUnder: (run) => seen.finenessUnder(back(run)),
      stringsAt: (box) => seen.stringsAt(turnBox(box, quarters)).map((run) => turnRun(run, 4 - quarters)),
    },
    placed: (run) => turnRun(run, 4 - quarters),
  };
}

/** How many quarters, against the clock, a string is turned. */
const quartersOf = ({ line: [x0, y0, x1, y1] }: TextRun): number =>
  Math.round((Math.atan2(y1 - y0, x1 - x0) * 2) / Math.PI) & 3;

/** Turns a place about the origin, against the clock. */
function turn([x, y]: Place, quarters: number): Place {
  if (quarters === 1) return [-y, x];
  return quarters === 2 ? [-x, -y] : [y, -x];
}

function turnRun(run: TextRun, quarters: number): TextRun {
  const [x0, y0, x1, y1] = run.line;
  const [ax, ay] = turn([x0, y0], quarters);
  const [bx, by] = turn([x1, y1], quarters);
  const [along, up] = [turn(run.along, quarters), turn(run.up, quarters)];
  return { ...run, line: [ax, ay, bx, by], box: turnBox(run.box, quarters), along, up };
}

function turnBox([x0, y0, x1, y1]: Box, quarters: number): Box {
  const [ax, ay] = turn([x0, y0], quarters);
  const [bx, by] = turn([x1, y1], quarters);
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}
