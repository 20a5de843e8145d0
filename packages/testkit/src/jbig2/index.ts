import { ArithmeticEncoder } from '../arithmetic.ts';
import { encodeFax } from '../pdf/fax.ts';
import { adaptiveOf, codeGeneric, type GenericForm } from './generic.ts';
import { codePatterns, codeValues, type PlanesForm } from './halftone.ts';
import { IntegerEncoder } from './integers.ts';
import { octets, type Pixels, widthOf } from './pixels.ts';
import { codeRefinement, type RefinementForm, refinedPlaces } from './refinement.ts';
import { codeSymbols, type DictionaryForm, type LearntContexts, type TestSymbol } from './symbols.ts';
import { codeText, type Instance, type TextForm } from './text.ts';

export type { Place } from './generic.ts';
export type { Pixels } from './pixels.ts';
export type { TestSymbol } from './symbols.ts';
export type { Instance, TextForm } from './text.ts';

/** What a segment is of, and its data (ITU-T T.88 §7.2 and §7.3). */
export interface TestSegment {
  type: number;
  data: readonly number[];
  /** Its place among others without. */
  number?: number;
  references?: readonly number[];
  /** 1 without. */
  page?: number;
  /** Octets that are told; as many as there are without. */
  length?: number;
}

/** Where a region lies, and how it is put there. */
export interface TestRegion {
  x?: number;
  y?: number;
  operator?: 0 | 1 | 2 | 3 | 4;
  /** Whether others refine it, and it is not put anywhere. */
  isIntermediate?: boolean;
}

/** Segments one behind the other, as PDF holds them; numbers begin at `first`. */
export const writeJbig2 = (segments: readonly TestSegment[], first = 0): Uint8Array =>
  Uint8Array.from(segments.flatMap((segment, at) => [...segmentOf(segment, first + at)]));

function segmentOf(segment: TestSegment, at: number): readonly number[] {
  const { type, data, number = at, references = [], page = 1, length = data.length } = segment;
  const size = number <= 256 ? 1 : number <= 65536 ? 2 : 4;
  const count =
    references.length <= 4
      ? [references.length << 5]
      : [...octets(4, 0xe0000000 + references.length), ...new Array((references.length + 8) >> 3).fill(0)];
  return [
    ...octets(4, number),
    type,
    ...count,
    ...octets(size, ...references),
    page,
    ...octets(4, length),
    ...data,
  ];
}

/** §7.4.8 */
export function jbig2Page(
  width: number,
  height: number,
  { flags = 0, stripes = 0 }: { flags?: number; stripes?: number } = {},
): TestSegment {
  return { type: 48, data: [...octets(4, width, height, 0, 0), flags, ...octets(2, stripes)] };
}

function place(pixels: Pixels, { x = 0, y = 0, operator = 0 }: TestRegion): number[] {
  return [...octets(4, widthOf(pixels), pixels.length, x, y), operator];
}

const signed = (places: readonly (readonly [number, number])[]): number[] =>
  places.flat().map((coordinate) => coordinate & 0xff);

/** §7.4.6 */
export function jbig2Generic(
  pixels: Pixels,
  form: GenericForm & { isMmr?: boolean } = {},
  region: TestRegion = {},
): TestSegment {
  const type = region.isIntermediate === true ? 36 : 38;
  if (form.isMmr === true) {
    return { type, data: [...place(pixels, region), 1, ...encodeFax(pixels, { k: -1 })] };
  }
  const encoder = new ArithmeticEncoder();
  codeGeneric(encoder, new Map(), { pixels, form });
  const flags = 2 * (form.template ?? 0) + (form.isTypical === true ? 8 : 0);
  return { type, data: [...place(pixels, region), flags, ...signed(adaptiveOf(form)), ...encoder.end()] };
}

/** §7.4.7 */
export function jbig2Refinement(
  pixels: Pixels,
  reference: Pixels,
  form: RefinementForm = {},
  region: TestRegion = {},
): TestSegment {
  const encoder = new ArithmeticEncoder();
  codeRefinement(encoder, new Map(), { pixels, reference, dx: 0, dy: 0 }, form);
  const flags = (form.template ?? 0) + (form.isTypical === true ? 2 : 0);
  const data = [...place(pixels, region), flags, ...signed(refinedPlaces(form)), ...encoder.end()];
  return { type: region.isIntermediate === true ? 40 : 42, data };
}

/** What a dictionary takes from others. */
export interface TestGiven {
  /** Symbols of dictionaries that are referred to. */
  given?: readonly Pixels[];
  /** Whether they are left out of what this one gives. */
  isNewOnly?: boolean;
  /** What dictionaries learn that go on with each other. */
  contexts?: LearntContexts;
  isGoingOn?: boolean;
}

/** §7.4.2 */
export function jbig2Symbols(
  symbols: readonly TestSymbol[],
  form: DictionaryForm = {},
  { given = [], isNewOnly = false, contexts, isGoingOn = false }: TestGiven = {},
): TestSegment {
  const { template = 0, refinement } = form;
  const flags =
    (refinement === undefined ? 0 : 2 + ((refinement.template ?? 0) << 12)) +
    (template << 10) +
    (isGoingOn ? 0x100 : 0) +
    (contexts === undefined ? 0 : 0x200);
  const places = [...adaptiveOf(form), ...(refinement === undefined ? [] : refinedPlaces(refinement))];
  const exported = symbols.length + (isNewOnly ? 0 : given.length);
  const coded = codeSymbols({ given, symbols, isNewOnly }, form, contexts);
  return {
    type: 0,
    data: [...octets(2, flags), ...signed(places), ...octets(4, exported, symbols.length), ...coded],
  };
}

/** §7.4.3 */
export function jbig2Text(
  size: readonly [number, number],
  { symbols, instances }: { symbols: readonly Pixels[]; instances: readonly Instance[] },
  form: TextForm = {},
  { x = 0, y = 0, operator = 0, isIntermediate = false }: TestRegion = {},
): TestSegment {
  const { stripeBits = 0, corner = 1, isTransposed = false, isBlack = false, offset = 0, refinement } = form;
  const flags =
    (refinement === undefined ? 0 : 2 + ((refinement.template ?? 0) << 15)) +
    (stripeBits << 2) +
    (corner << 4) +
    (isTransposed ? 0x40 : 0) +
    ((form.operator ?? 0) << 7) +
    (isBlack ? 0x200 : 0) +
    ((offset & 31) << 10);
  const encoder = new ArithmeticEncoder();
  codeText(new IntegerEncoder(encoder), { symbols, instances }, form);
  const head = [...octets(4, ...size, x, y), operator, ...octets(2, flags)];
  const places = refinement === undefined ? [] : signed(refinedPlaces(refinement));
  const data = [...head, ...places, ...octets(4, instances.length), ...encoder.end()];
  return { type: isIntermediate ? 4 : 6, data };
}

/** §7.4.4 */
export function jbig2Patterns(patterns: readonly Pixels[], form: PlanesForm = {}): TestSegment {
  const [first = []] = patterns;
  const flags = (form.isMmr === true ? 1 : 0) + 2 * (form.template ?? 0);
  const data = [flags, widthOf(first), first.length, ...octets(4, patterns.length - 1)];
  return { type: 16, data: [...data, ...codePatterns(patterns, form)] };
}

/** Cells of a halftone, from where they begin, with their steps, all in 256ths of a pixel. */
export interface TestGrid {
  x: number;
  y: number;
  right: number;
  down: number;
}

/** §7.4.5; `count`: of patterns. */
export function jbig2Halftone(
  size: readonly [number, number],
  { values, count, grid }: { values: readonly (readonly number[])[]; count: number; grid: TestGrid },
  form: PlanesForm & { operator?: number; isBlack?: boolean; skip?: (x: number, y: number) => boolean } = {},
  { x = 0, y = 0, operator = 0 }: TestRegion = {},
): TestSegment {
  const flags =
    (form.isMmr === true ? 1 : 0) +
    2 * (form.template ?? 0) +
    (form.skip === undefined ? 0 : 8) +
    ((form.operator ?? 0) << 4) +
    (form.isBlack === true ? 0x80 : 0);
  const cells = [...octets(4, values[0]?.length ?? 0, values.length), ...octets(4, grid.x, grid.y)];
  const data = [...octets(4, ...size, x, y), operator, flags, ...cells, ...octets(2, grid.right, grid.down)];
  return { type: 22, data: [...data, ...codeValues(values, { ...form, count }, form.skip)] };
}
