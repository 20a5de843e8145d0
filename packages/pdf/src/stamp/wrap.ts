import { ellipsis } from './text.ts';
import type { FontMetrics } from './types.ts';

/** A letter with its marks, and its advance in em. */
interface Cluster {
  text: string;
  width: number;
}

/** What stays on one line where it can: a word, or half of a hyphened one, with the space after it. */
interface Word {
  clusters: Cluster[];
  /** Advance in em without the space at the end. */
  inkWidth: number;
}

/** A text measured once, to be wrapped at many sizes. */
export interface Measured {
  words: Word[];
  /** Advance in em. */
  width: number;
  ellipsis: Cluster;
}

/** Rounding in sums of advances. */
const slack = 1e-9;

export function measure(text: string, metrics: FontMetrics): Measured {
  const measured = (part: string): Cluster => ({ text: part, width: advance(part, metrics) });
  const words = text
    .split(/(?<= )|(?<=\p{L}-)(?=\p{L})/u)
    .filter((part) => part !== '')
    .map((part) => ({
      clusters: (part.match(/\P{M}\p{M}*/gu) ?? []).map(measured),
      inkWidth: advance(part.trimEnd(), metrics),
    }));
  return { words, width: advance(text, metrics), ellipsis: measured(ellipsis(metrics)) };
}

function advance(text: string, metrics: FontMetrics): number {
  let width = 0;
  for (const character of text) width += metrics.advance(character.codePointAt(0) ?? 0) ?? 0;
  return width;
}

export interface Wrapped {
  lines: string[];
  /** Whether an ellipsis stands for the rest. */
  cut: boolean;
  /** Whether a word was broken inside. */
  broken: boolean;
}

/** Widths in em: of the first line where it is another, and at most how many lines. */
interface Bounds {
  width: number;
  first?: number;
  most?: number;
}

/**
 * Breaks a text into lines: between words, after the hyphen of a double name, and inside a word only where it
 * alone is wider than a line. Past the last line allowed it ends in an ellipsis. A first line that has room
 * for nothing stays empty.
 */
export function wrap(text: Measured, { width, first = width, most = Infinity }: Bounds): Wrapped {
  const { lines, broken, overflow } = breakLines(text.words, width, first);
  if (lines.length <= most) return { lines: lines.map(textOf), cut: overflow, broken };
  const last = shorten(lines.slice(most - 1).flat(), text.ellipsis, most === 1 ? first : width);
  return { lines: [...lines.slice(0, most - 1).map(textOf), last], cut: true, broken };
}

function breakLines(words: Word[], width: number, first: number) {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  let used = 0;
  let broken = false;
  let overflow = false;
  const room = () => (lines.length === 0 ? first : width) + slack - used;
  const closable = () => line.length > 0 || (lines.length === 0 && first < width);
  const close = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of words) {
    if (word.inkWidth > room() && closable() && word.inkWidth <= width + slack) close();
    const whole = word.inkWidth <= room();
    broken ||= !whole;
    for (const cluster of word.clusters) {
      const spare = whole || cluster.text === ' ' || cluster.width <= room();
      if (!spare && closable()) close();
      overflow ||= !spare && cluster.width > room();
      line.push(cluster);
      used += cluster.width;
    }
  }
  if (line.length > 0) lines.push(line);
  return { lines, broken, overflow };
}

function textOf(line: Cluster[]): string {
  return line
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

/** The longest beginning that fits `width` em with an ellipsis after it. */
function shorten(clusters: Cluster[], sign: Cluster, width: number): string {
  let kept = '';
  let used = sign.width;
  for (const cluster of clusters) {
    used += cluster.width;
    if (used > width + slack) break;
    kept += cluster.text;
  }
  return kept.replace(/[\s,.;:·-]+$/u, '') + sign.text;
}
