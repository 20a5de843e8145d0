import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { imageSize } from '../imagesize.ts';
import { lastFilterName, lastFilterOf } from '../lastfilter.ts';
import type { Means } from '../means.ts';
import { sharedOf } from '../shared.ts';
import { type Described, lightnessOf } from './light.ts';
import { shapeOf } from './shape.ts';

/** Work on the JPEGs of a document in all, in blocks of 8 by 8 samples; and bytes that take as long as a block. */
export const MOST_WORK = 2 ** 23;
/** The most on one of them, so that one does not use up all. */
const MOST_OF_ONE = MOST_WORK / 4;
const BLOCK_BYTES = 8;

const NAMES: ReadonlySet<string | undefined> = new Set(['DCTDecode', 'DCT']);

/** Whether the samples of an image are a JPEG's (ISO 32000-2 §7.4.8). */
export const isJpeg = (pdf: Pdf, image: PdfStream): boolean => NAMES.has(lastFilterName(pdf, image));

/** Samples by which sizes differ at least that are told: a line of text that is cut off has more, and writers round to blocks. */
const OTHER_SIZE = 8;

/**
 * Whether such an image has other components than its colour space, or another size than its dictionary says: readers take
 * either. One without a colour space has that of its data.
 */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  const bytes = dataOf(pdf, image)?.bytes;
  const shape = bytes === undefined ? undefined : shapeOf(bytes);
  if (shape === undefined) return false;
  const { width, height } = imageSize(pdf, image);
  const isOther = (given: number, own: number): boolean => own > 0 && Math.abs(given - own) >= OTHER_SIZE;
  if (isOther(width, shape.width) || isOther(height, shape.height)) return true;
  const value = pdf.resolve(image.dict.entries.get('ColorSpace'));
  if (value === undefined) return false;
  const { components, pattern } = sharedOf(pdf).space(value);
  return pattern !== true && shape.components !== components;
}

/** How light such an image is; undefined for one that is not read, and past the bounds. */
export function jpegLightness(
  pdf: Pdf,
  image: PdfStream,
  { components, worth }: Pick<Described, 'components' | 'worth'>,
): Means | undefined {
  const { width, height } = imageSize(pdf, image);
  const done = pdf.budget.pictureWork;
  if (done.jpeg >= MOST_WORK) return undefined;
  const found = dataOf(pdf, image);
  if (found === undefined) return undefined;
  const { bytes, transform } = found;
  pdf.spend(bytes.length);
  const described = { width, height, components, worth, isTransformed: transform };
  const ofBytes = bytes.length / BLOCK_BYTES;
  let own = ofBytes;
  return lightnessOf(bytes, described, {
    admit: (blocks) => {
      // What is too much by itself leaves the work to others.
      if (own + blocks > MOST_OF_ONE || done.jpeg + own + blocks > MOST_WORK) return false;
      done.jpeg += own;
      return true;
    },
    mayRead: (blocks) => {
      own += blocks;
      done.jpeg += blocks;
      return own <= MOST_OF_ONE && done.jpeg <= MOST_WORK;
    },
  });
}

/** What the other filters leave, and what the last is told; undefined where readers do not agree on that. */
function dataOf(
  pdf: Pdf,
  image: PdfStream,
): { bytes: Uint8Array; transform: boolean | undefined } | undefined {
  const found = lastFilterOf(pdf, image);
  const transform = pdf.number(found?.parameters?.entries.get('ColorTransform'));
  if (found === undefined || (transform !== undefined && !found.isPaired)) return undefined;
  return { bytes: found.bytes, transform: transform === undefined ? undefined : transform > 0 };
}
