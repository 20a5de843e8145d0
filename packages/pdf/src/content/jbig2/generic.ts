import type { ArithmeticDecoder, Contexts } from '../arithmetic.ts';
import type { Octets } from '../octets.ts';
import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import type { Work } from './work.ts';

/** A place relative to a pixel: columns to the right, rows down. */
export type Place = readonly [number, number];

/**
 * The pixels that form a context (ITU-T T.88 §6.2.5.3), from the highest bit on: some of the row two above, some of the row above,
 * and those left of the pixel. Adaptive pixels at their nominal places belong to these rows.
 */
interface Template {
  /** The number of pixels of the row two above and of the row above, and how far right of the pixel each reaches. */
  higher: Place;
  above: Place;
  left: number;
  /** The nominal places of adaptive pixels, and their bits in the context. */
  nominal: readonly Place[];
  slots: readonly number[];
  /** The context of typical prediction: whether a row equals the one above (§6.2.5.7). */
  typical: number;
}

const TEMPLATES: readonly [Template, Template, Template, Template] = [
  {
    ...{ higher: [5, 2], above: [7, 3], left: 4, typical: 0x9b25, slots: [4, 10, 11, 15] },
    nominal: [
      [3, -1],
      [-3, -1],
      [2, -2],
      [-2, -2],
    ],
  },
  { higher: [4, 2], above: [6, 3], left: 3, typical: 0x795, slots: [3], nominal: [[3, -1]] },
  { higher: [3, 1], above: [5, 2], left: 2, typical: 0xe5, slots: [2], nominal: [[2, -1]] },
  { higher: [0, 0], above: [6, 2], left: 4, typical: 0x195, slots: [4], nominal: [[2, -1]] },
];
export type TemplateNumber = 0 | 1 | 2 | 3;

/** The nominal places of the adaptive pixels of a template. */
export const nominalOf = (template: TemplateNumber): readonly Place[] => TEMPLATES[template].nominal;

/** The parameters of generic region decoding (Table 2). */
export interface Generic {
  template: TemplateNumber;
  adaptive: readonly Place[];
  /** Whether typical prediction is used (TPGDON). */
  isTypical: boolean;
  /** The pixels that are skipped, and so are 0 (USESKIP). */
  skip?: Bitmap | undefined;
}

export const genericContexts = (template: TemplateNumber): Contexts => {
  const { higher, above, left } = TEMPLATES[template];
  return new Uint8Array(2 ** (higher[0] + above[0] + left));
};

export const readPlace = (octets: Octets): Place => [octets.signed(1), octets.signed(1)];

/** The place of an adaptive pixel (§7.4.6.3), which has to come before the pixel itself. */
export function readOwnPlace(octets: Octets): Place {
  const [x, y] = readPlace(octets);
  if (y > 0 || (y === 0 && x >= 0)) throw broken('an adaptive pixel is not read yet');
  return [x, y];
}

/** Reads the parameters of a region or dictionary whose template is known. */
export const readShape = (octets: Octets, template: TemplateNumber, isTypical: boolean): Generic => ({
  ...{ template, isTypical },
  adaptive: TEMPLATES[template].nominal.map(() => readOwnPlace(octets)),
});

/** The most octets that may be missing at the end: encoders leave out a few together with the end marker. */
const MOST_PAST = 8;

/** Throws where a decoder has read on behind data that break off. */
export function checkEnd(decoder: ArithmeticDecoder): void {
  if (decoder.past > MOST_PAST && !decoder.isAtEnd) throw broken('data break off');
}

/** Decodes a generic region (§6.2.5). */
export function readGeneric(
  decoder: ArithmeticDecoder,
  contexts: Contexts,
  { generic, width, height }: { generic: Generic; width: number; height: number },
  work: Work,
): Bitmap {
  const { adaptive, isTypical, skip } = generic;
  const template = TEMPLATES[generic.template];
  const bitmap = work.decoded(width, height);
  const moved = adaptive.flatMap((place, at) => {
    const [x, y] = template.nominal[at] ?? [];
    const pixels = new Uint8Array(width);
    return place[0] === x && place[1] === y ? [] : [{ place, slot: template.slots[at] ?? 0, pixels }];
  });
  work.spend(width * height * moved.length);
  const skipped = skip === undefined ? undefined : new Uint8Array(width);
  // Contexts ask for up to three pixels behind the end of a row.
  let [higher, above, row] = [0, 0, 0].map(() => new Uint8Array(width + 3)) as [Pixels, Pixels, Pixels];
  const state = { decoder, contexts, template };
  let isAsAbove = 0;
  for (let y = 0; y < height; y++) {
    if (isTypical) isAsAbove ^= decoder.bit(contexts, template.typical);
    if (isAsAbove === 1) row.set(above);
    else if (moved.length === 0 && skip === undefined) readRow(state, row, above, higher);
    else {
      for (const { place, pixels } of moved) bitmap.unpack(pixels, place[0], y + place[1]);
      if (skipped !== undefined) skip?.unpack(skipped, 0, y);
      readMovedRow(state, [row, above, higher], moved, skipped);
    }
    bitmap.pack(row, y);
    checkEnd(decoder);
    [higher, above, row] = [above, row, higher];
  }
  return bitmap;
}

type Pixels = Uint8Array;
interface State {
  decoder: ArithmeticDecoder;
  contexts: Contexts;
  template: Template;
}

/** The reach, mask and shift of each row of a context. */
function contextOf({ higher: [higherCount, higherReach], above: [aboveCount, aboveReach], left }: Template) {
  return {
    ...{ higherReach, higherMask: 2 ** higherCount - 1, higherShift: aboveCount + left },
    ...{ aboveReach, aboveMask: 2 ** aboveCount - 1, aboveShift: left },
    leftMask: 2 ** left - 1,
  };
}

function readRow({ decoder, contexts, template }: State, row: Pixels, above: Pixels, higher: Pixels): void {
  const width = row.length - 3;
  const { higherReach, higherMask, higherShift, aboveReach, aboveMask, aboveShift, leftMask } =
    contextOf(template);
  let [upper, middle, left] = [before(higher, higherReach), before(above, aboveReach), 0];
  for (let x = 0; x < width; x++) {
    upper = ((upper << 1) | (higher[x + higherReach] ?? 0)) & higherMask;
    middle = ((middle << 1) | (above[x + aboveReach] ?? 0)) & aboveMask;
    const bit = decoder.bit(contexts, (upper << higherShift) | (middle << aboveShift) | left);
    row[x] = bit;
    left = ((left << 1) | bit) & leftMask;
  }
}

/** The first pixels of a row: the context bits just before its first pixel. */
function before(pixels: Pixels, reach: number): number {
  let bits = 0;
  for (let x = 0; x < reach; x++) bits = (bits << 1) | (pixels[x] ?? 0);
  return bits;
}

/** An adaptive pixel at another place than the nominal one: its bit in the context, and its row, shifted by its place. */
interface Moved {
  place: Place;
  slot: number;
  pixels: Uint8Array;
}

/** The same with adaptive pixels at other places, and with skipped pixels. */
function readMovedRow(
  { decoder, contexts, template }: State,
  [row, above, higher]: readonly [Pixels, Pixels, Pixels],
  moved: readonly Moved[],
  skipped: Uint8Array | undefined,
): void {
  const width = row.length - 3;
  const { higherReach, higherMask, higherShift, aboveReach, aboveMask, aboveShift, leftMask } =
    contextOf(template);
  const fixed = ~moved.reduce((bits, { slot }) => bits | (1 << slot), 0);
  let [upper, middle, left] = [before(higher, higherReach), before(above, aboveReach), 0];
  for (let x = 0; x < width; x++) {
    upper = ((upper << 1) | (higher[x + higherReach] ?? 0)) & higherMask;
    middle = ((middle << 1) | (above[x + aboveReach] ?? 0)) & aboveMask;
    let context = ((upper << higherShift) | (middle << aboveShift) | left) & fixed;
    for (let at = 0; at < moved.length; at++) {
      const each = moved[at];
      if (each !== undefined && each.pixels[x] === 1) context |= 1 << each.slot;
    }
    const bit = skipped?.[x] === 1 ? 0 : decoder.bit(contexts, context);
    row[x] = bit;
    left = ((left << 1) | bit) & leftMask;
    for (let at = 0; at < moved.length; at++) {
      const each = moved[at];
      // A pixel of this very row.
      if (bit === 1 && each?.place[1] === 0) each.pixels[x - each.place[0]] = 1;
    }
  }
}
