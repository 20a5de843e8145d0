import type { PdfValue } from '../../syntax/values.ts';
import type { FontReader } from './reader.ts';

const MOST_CIDS = 65_536;

/** Which number is wanted of each group: /W has a width alone; /W2 a height and the two numbers of a position vector. */
interface Wanted {
  /** Numbers of a group. */
  group: 1 | 3;
  at: 0 | 1 | 2;
}

/** /W, and the heights and both coordinates of the position vectors of /W2. */
export const WIDTH: Wanted = { group: 1, at: 0 };
export const HEIGHT: Wanted = { group: 3, at: 0 };
export const ACROSS: Wanted = { group: 3, at: 1 };
export const OVER: Wanted = { group: 3, at: 2 };

/**
 * One number each of a /W or /W2 array by CID (ISO 32000-2 §9.7.4.3): `c [w …]` and `first last w`. As long as the
 * highest CID that is named; the others have `standard`.
 */
export function cidWidths(
  reader: FontReader,
  value: PdfValue | undefined,
  { group, at: wanted }: Wanted,
  standard: number,
): Float32Array {
  const items = reader.array(value)?.items ?? [];
  let widths = new Float32Array(0);
  const set = (first: number, last: number, width: (index: number) => number): void => {
    const from = Math.max(0, Math.ceil(first));
    const to = Math.min(Math.floor(last), MOST_CIDS - 1);
    if (!(to >= from)) return;
    reader.pdf.spend(to - from + 1);
    if (to >= widths.length) {
      const wider = new Float32Array(Math.min(MOST_CIDS, Math.max(to + 1, widths.length * 2))).fill(standard);
      wider.set(widths);
      widths = wider;
    }
    for (let cid = from; cid <= to; cid++) widths[cid] = width(cid - from);
  };
  for (let at = 0; at < items.length; ) {
    const first = reader.number(items[at], -1);
    const next = reader.value(items[at + 1]);
    if (next?.type === 'array') {
      reader.pdf.spend(next.items.length);
      const last = first + Math.floor(next.items.length / group) - 1;
      set(first, last, (index) => reader.number(next.items[index * group + wanted], standard));
      at += 2;
    } else {
      const width = reader.number(items[at + 2 + wanted], standard);
      set(first, reader.number(next, -1), () => width);
      at += 2 + group;
    }
  }
  return widths;
}
