import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream, PdfValue } from '../../syntax/values.ts';
import type { Means } from '../means.ts';
import { sharedOf } from '../shared.ts';
import { componentsOf } from './components.ts';
import { type Described, lightnessOf } from './light.ts';

/** Bytes of a JPEG. */
const LARGEST = 32 * 1024 * 1024;
/** Work on the JPEGs of a document in all, in blocks of 8 by 8 samples; and bytes that take as long as a block. */
export const MOST_WORK = 2 ** 20;
const BLOCK_BYTES = 8;
/** What a block costs beside the bytes of the data. */
const BLOCK = 4;

const NAMES: ReadonlySet<string | undefined> = new Set(['DCTDecode', 'DCT']);

/** Whether the samples of an image are a JPEG's (ISO 32000-2 §7.4.8). */
export function isJpeg(pdf: Pdf, { dict }: PdfStream): boolean {
  const filter = pdf.resolve(dict.entries.get('Filter'));
  return NAMES.has(pdf.name(filter?.type === 'array' ? filter.items.at(-1) : filter));
}

/**
 * Whether such an image has other components than its colour space, whose readers take either. One without a colour
 * space has that of its data.
 */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  const value = pdf.resolve(image.dict.entries.get('ColorSpace'));
  if (value === undefined || !isJpeg(pdf, image)) return false;
  const { components, pattern } = sharedOf(pdf).space(value);
  const bytes = readable(() => dataOf(pdf, image))?.bytes;
  const found = bytes === undefined ? undefined : componentsOf(bytes);
  return found !== undefined && pattern !== true && found !== components;
}

/** How light such an image is; undefined for one that is not read, and past the bounds. */
export function jpegLightness(
  pdf: Pdf,
  image: PdfStream,
  { components, worth }: Pick<Described, 'components' | 'worth'>,
): Means | undefined {
  const { entries } = image.dict;
  const [width, height] = [pdf.number(entries.get('Width')) ?? 0, pdf.number(entries.get('Height')) ?? 0];
  const shared = sharedOf(pdf);
  if (shared.jpegWork >= MOST_WORK) return undefined;
  const found = readable(() => dataOf(pdf, image));
  if (found === undefined) return undefined;
  const { bytes, transform } = found;
  pdf.spend(bytes.length);
  const described = { width, height, components, worth, isTransformed: transform };
  return lightnessOf(bytes, described, {
    admit: (blocks) => {
      const work = blocks + bytes.length / BLOCK_BYTES;
      // What is too much by itself leaves the work to others.
      if (shared.jpegWork + work > MOST_WORK) return false;
      shared.jpegWork += work;
      return true;
    },
    spend: (blocks) => pdf.spend(BLOCK * blocks),
  });
}

/** What the other filters leave, and what the last is told; undefined where readers do not agree on that. */
function dataOf(
  pdf: Pdf,
  image: PdfStream,
): { bytes: Uint8Array; transform: boolean | undefined } | undefined {
  const entries = new Map(image.dict.entries);
  const filter = pdf.resolve(entries.get('Filter'));
  const given = pdf.resolve(entries.get('DecodeParms'));
  const isPaired = (filter?.type === 'array') === (given?.type === 'array');
  const own = pdf.dict(given?.type === 'array' ? given.items.at(-1) : given);
  const transform = pdf.number(own?.entries.get('ColorTransform'));
  if (transform !== undefined && !isPaired) return undefined;
  const leave = (key: string, value: PdfValue | undefined): void => {
    if (value?.type === 'array') entries.set(key, { ...value, items: value.items.slice(0, -1) });
    else entries.delete(key);
  };
  leave('Filter', filter);
  if (isPaired) leave('DecodeParms', given);
  const bytes = pdf.decodedWithin({ ...image, dict: { ...image.dict, entries } }, LARGEST);
  return bytes === undefined
    ? undefined
    : { bytes, transform: transform === undefined ? undefined : transform > 0 };
}
