import { isBeyondPalette } from '../../content/contradictory.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { boolean, entriesOf, integer, name, numbers, type Schema } from '../schema.ts';
import { imageData, rawStream } from '../stream.ts';
import { colourSpace, wholePalette } from './colour.ts';

const SIZE: Schema = { Width: integer, Height: integer };
const LOOK: Schema = {
  ImageMask: boolean,
  ColorSpace: colourSpace,
  BitsPerComponent: integer,
  Decode: numbers(2, 64),
  Interpolate: boolean,
  Intent: name,
};
const MASKS: Schema = {
  Mask: (copy, value) => numbers(2, 64)(copy, value) ?? imageOf(copy, value),
  SMask: (copy, value) => imageOf(copy, value),
  SMaskInData: integer,
  Matte: numbers(1, 32),
};

/** An image XObject (ISO 32000-2 §8.9.5), with its masks, without alternates. */
export function imageOf(copy: Copying, value: PdfValue): string | undefined {
  return copy.once('image', value, (found) => {
    if (found.type !== 'stream') return undefined;
    const { dict } = found;
    const masks = entriesOf(copy, dict, MASKS);
    const ColorSpace = isBeyondPalette(copy.pdf, found) ? wholePalette : colourSpace;
    return written(copy, dict, copy.pdf.streamData(found), { ...LOOK, ColorSpace }, masks);
  });
}

/** An image within content, whose keys are long already, as an object of its own. */
export const inlineImageOf = (copy: Copying, dict: PdfDict, data: Uint8Array): string | undefined =>
  copy.attempt(() => written(copy, dict, data, LOOK, []));

function written(
  copy: Copying,
  dict: PdfDict,
  bytes: Uint8Array,
  look: Schema,
  masks: readonly (readonly [string, string])[],
): string | undefined {
  const { data, filter } = imageData(copy, dict, bytes);
  const entries = entriesOf(copy, dict, { ...SIZE, ...look });
  // Of a space that is not known some readers take one of their own, and some show nothing.
  if (
    dict.entries.has('ColorSpace') &&
    !entries.some(([key]) => key === 'ColorSpace' || key === 'ImageMask')
  ) {
    copy.unreadable('The colour space of an image is not known');
    return undefined;
  }
  return copy.add(
    rawStream([['Type', '/XObject'], ['Subtype', '/Image'], ...entries, ...masks, ...filter], data),
  );
}
