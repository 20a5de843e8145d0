import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream, PdfValue } from '../../syntax/values.ts';
import { imageSize } from '../imagesize.ts';
import { lastFilterName, lastFilterOf } from '../lastfilter.ts';
import { sharedOf } from '../shared.ts';
import { broken } from './broken.ts';
import { isDoubtful } from './doubtful.ts';
import type { Parts } from './parts.ts';
import { readJbig2, readShared } from './read.ts';
import { Work } from './work.ts';

/** The most work on all JBIG2 pictures of a document, in arithmetically decoded pixels. */
export const MOST_WORK = 2 ** 29;
/** The most on one of them, so that one does not use up all. */
const MOST_OF_ONE = MOST_WORK / 4;
/** The most octets of global segments. */
const LARGEST = 32 * 1024 * 1024;

/** Whether the samples of an image are JBIG2's (ISO 32000-2 §7.4.7). */
export const isJbig2 = (pdf: Pdf, image: PdfStream): boolean => lastFilterName(pdf, image) === 'JBIG2Decode';

/** The one-bit samples of such an image, each row in whole bytes; undefined where they are not read, and past the bounds. */
export function jbig2Samples(
  pdf: Pdf,
  image: PdfStream,
  width: number,
  height: number,
): Uint8Array | undefined {
  const found = lastFilterOf(pdf, image);
  if (found === undefined || !found.isPaired || (found.parameters?.duplicates.length ?? 0) > 0)
    return undefined;
  return readable(() => {
    pdf.spend(found.bytes.length);
    const work = workOf(pdf);
    const parts = sharedParts(pdf, found.parameters?.entries.get('JBIG2Globals'));
    // Black is 1 in JBIG2, and 0 in samples.
    return readJbig2(found.bytes, parts, { width, height }, work).bytes.map((octet) => ~octet);
  });
}

/** Whether readers show such an image in several ways; false for one that no reader shows. */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  const found = lastFilterOf(pdf, image);
  return readable(() => found !== undefined && isDoubtful(found.bytes, imageSize(pdf, image))) ?? false;
}

function workOf(pdf: Pdf): Work {
  const done = pdf.budget.pictureWork;
  let own = 0;
  return new Work((pixels) => {
    // What is not done leaves the work to others.
    if (own + pixels > MOST_OF_ONE || done.jbig2 + pixels > MOST_WORK)
      throw broken('more than is read of a document');
    own += pixels;
    done.jbig2 += pixels;
  });
}

/** The global segments of pictures, which are read once. */
function sharedParts(pdf: Pdf, value: PdfValue | undefined): Parts {
  const stream = pdf.resolve(value);
  if (stream === undefined || stream.type === 'null') return new Map();
  if (stream.type !== 'stream') throw broken('shared segments are no stream');
  const known = sharedOf(pdf).jbig2Parts.get(stream.dataStart);
  if (known !== undefined) return known;
  const bytes = pdf.decodedWithin(stream, LARGEST);
  if (bytes === undefined) throw broken('shared segments are larger than is read');
  pdf.spend(bytes.length);
  const work = workOf(pdf);
  const parts = readShared(bytes, work);
  sharedOf(pdf).jbig2Parts.set(stream.dataStart, parts, work.bytes);
  return parts;
}
