import type { ArithmeticDecoder, Contexts } from '../arithmetic.ts';
import type { Octets } from '../octets.ts';
import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import type { Work } from './work.ts';

/** A place beside a pixel: columns to the right, rows down. */
export type Place = readonly [number, number];

/**
 * Which pixels a context is made of (ITU-T T.88 §6.2.5.3), in bits from the highest: a stretch of the row two above, of
 * the one above, and what is left of the pixel. The adaptive ones stand where they lie unless they are moved.
 */
interface Template {
  /** Pixels of the row two above and of the one above, each with how far right of the pixel they reach. */
  higher: Place;
  above: Place;
  left: number;
  /** Where adaptive pixels lie unless they are moved, and their bits. */
  nominal: readonly Place[];
  slots: readonly number[];
  /** The context of whether a row is as the one above (§6.2.5.7). */
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

/** Where the adaptive pixels of a template lie unless they are moved. */
export const nominalOf = (template: TemplateNumber): readonly Place[] => TEMPLATES[template].nominal;

/** How a bitmap is written whose pixels stand by themselves. */
export interface Generic {
  template: TemplateNumber;
  adaptive: readonly Place[];
  /** Whether rows may be as those above. */
  isTypical: boolean;
  /** Pixels that are 0 and not written, where this is 1. */
  skip?: Bitmap | undefined;
}

export const genericContexts = (template: TemplateNumber): Contexts => {
  const { higher, above, left } = TEMPLATES[template];
  return new Uint8Array(2 ** (higher[0] + above[0] + left));
};

export const readPlace = (octets: Octets): Place => [octets.signed(1), octets.signed(1)];

/** Where an adaptive pixel lies (§7.4.6.3), which must be one that is read already. */
export function readOwnPlace(octets: Octets): Place {
  const [x, y] = readPlace(octets);
  if (y > 0 || (y === 0 && x >= 0)) throw broken('an adaptive pixel is not read yet');
  return [x, y];
}

/** How such bitmaps of a region or dictionary are written, whose template is known. */
export const readShape = (octets: Octets, template: TemplateNumber, isTypical: boolean): Generic => ({
  ...{ template, isTypical },
  adaptive: TEMPLATES[template].nominal.map(() => readOwnPlace(octets)),
});

/** Octets past the end that are taken as those which encoders leave out together with what marks the end. */
const MOST_PAST = 8;

/** That a decoder has not gone on behind data that break off. */
export function checkEnd(decoder: ArithmeticDecoder): void {
  if (decoder.past > MOST_PAST && !decoder.isAtEnd) throw broken('data break off');
}

/** Reads a bitmap (§6.2.5). */
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
  // Two pixels beside the end are asked for, and three.
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

/** How far right of a pixel each row of its context reaches, and where its bits stand. */
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

/** The first pixels of a row, which stand right of the place before the first. */
function before(pixels: Pixels, reach: number): number {
  let bits = 0;
  for (let x = 0; x < reach; x++) bits = (bits << 1) | (pixels[x] ?? 0);
  return bits;
}

/** An adaptive pixel that is moved: its bit, and what is read as its row, so many columns to its right. */
interface Moved {
  place: Place;
  slot: number;
  pixels: Uint8Array;
}

/** The same, of adaptive pixels that are moved, and of pixels that are not written. */
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
      // The row itself is being read.
      if (bit === 1 && each?.place[1] === 0) each.pixels[x - each.place[0]] = 1;
    }
  }
}
