import { imageSize } from '../../content/imagesize.ts';
import { samplesAValue } from '../../content/means.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';

/** Samples of a side of the blocks of a JPEG, and the bytes that a block takes where anything is drawn on some. */
const BLOCK = 8;
const BLOCK_BYTES = 0.4;

/** Bytes of a picture's data, with those that a JBIG2 picture shares with others. */
export function sizeOf(pdf: Pdf, stream: PdfStream): number {
  const parameters = pdf.resolve(stream.dict.entries.get('DecodeParms'));
  const list = parameters?.type === 'array' ? parameters.items : [parameters];
  const globals = list.map((each) => pdf.resolve(pdf.dict(each)?.entries.get('JBIG2Globals')));
  const sizes = globals.map((shared) => (shared?.type === 'stream' ? lengthOf(pdf, shared) : 0));
  return lengthOf(pdf, stream) + sizes.reduce((sum, size) => sum + size, 0);
}

/** How many samples a unit of the page takes of what is kept of an image of so many, which is so many units wide and high. */
export const finenessOf = ([width, height]: readonly [number, number], wide: number, high: number): number =>
  Math.min(width / wide, height / high) / samplesAValue(width, height);

/** Of what cannot be read, which may be anything, without end. */
const lengthOf = (pdf: Pdf, stream: PdfStream): number =>
  readable(() => pdf.streamData(stream))?.length ?? Number.POSITIVE_INFINITY;

/** Whether a JPEG's blocks take so few bytes that next to none shows anything (ISO 10918-1 F.1.2). */
export function isBlankCode(pdf: Pdf, stream: PdfStream): boolean {
  const { entries } = stream.dict;
  const filter = pdf.resolve(entries.get('Filter'));
  const last = filter?.type === 'array' ? filter.items.at(-1) : filter;
  const { width, height } = imageSize(pdf, stream);
  const blocks = Math.ceil(width / BLOCK) * Math.ceil(height / BLOCK);
  return pdf.name(last) === 'DCTDecode' && lengthOf(pdf, stream) < blocks * BLOCK_BYTES;
}
