import { isBeyondPalette } from '../../content/contradictory.ts';
import { samplesLength } from '../../content/imageparameters.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { boolean, entriesOf, integer, name, numbers, type Schema, type Writer } from '../schema.ts';
import { imageData, rawStream } from '../stream.ts';
import { colourSpace, imageSpace } from './colour.ts';

const SIZE: Schema = { Width: integer, Height: integer };
const LOOK: Schema = {
  ImageMask: boolean,
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
    const isInPalette = isBeyondPalette(copy.pdf, found) === false;
    return written(copy, dict, { data: copy.pdf.streamData(found), isInPalette }, masks);
  });
}

/** An image within content, whose keys are long already, as an object of its own. */
export const inlineImageOf = (copy: Copying, dict: PdfDict, data: Uint8Array): string | undefined =>
  copy.attempt(() => written(copy, dict, { data, isInPalette: false }, []));

function written(
  copy: Copying,
  dict: PdfDict,
  samples: { data: Uint8Array; isInPalette: boolean },
  masks: readonly (readonly [string, string])[],
): string | undefined {
  const { data, filter } = imageData(copy, dict, samples.data, samplesLength(copy.pdf, dict));
  const bits = copy.pdf.number(dict.entries.get('BitsPerComponent')) ?? 8;
  const ColorSpace: Writer = (to, value) =>
    samples.isInPalette ? colourSpace(to, value) : imageSpace(to, value, 2 ** bits - 1);
  const entries = entriesOf(copy, dict, { ...SIZE, ...LOOK, ColorSpace });
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
