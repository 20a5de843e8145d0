import { Resources } from '../../content/resources.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import { NO_TEXT } from '../content/textstate.ts';
import type { Copying } from '../copying.ts';
import { box, entriesOf, integer, matrix, number, type Schema } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { dictText } from '../written.ts';
import { graphicsState } from './graphicsstate.ts';
import { shadingOf } from './shading.ts';

const TILING: Schema = {
  PatternType: integer,
  PaintType: integer,
  TilingType: integer,
  BBox: box,
  XStep: number,
  YStep: number,
  Matrix: matrix,
};
const SHADED: Schema = {
  PatternType: integer,
  Shading: shadingOf,
  Matrix: matrix,
  ExtGState: graphicsState,
};

/** A pattern (ISO 32000-2 §8.7). */
export const patternOf = (copy: Copying, value: PdfValue, around: Resources): string | undefined =>
  copy.once('pattern', value, (found) => {
    if (found.type === 'stream') return tiling(copy, value, found, around);
    return found.type === 'dict' ? shaded(copy, value, found) : undefined;
  });

function shaded(copy: Copying, value: PdfValue, dict: PdfDict): string | undefined {
  const text = dictText(entriesOf(copy, dict, SHADED));
  return value.type === 'ref' ? copy.add(text) : text;
}

function tiling(copy: Copying, value: PdfValue, stream: PdfStream, around: Resources): string {
  const { dict } = stream;
  const own = dict.entries.get('Resources');
  const kind = copy.pdf.number(dict.entries.get('PaintType')) === 2 ? 'uncoloured' : 'form';
  const object = value.type === 'ref' ? value.number : undefined;
  const drawn = copy.content(
    [{ bytes: dataOf(copy, stream), object, kind, text: NO_TEXT }],
    own === undefined ? around : new Resources(copy.pdf, own, around),
  );
  const entries: [string, string][] = [...entriesOf(copy, dict, TILING), ['Resources', drawn.resources]];
  return copy.add(flateStream(copy, entries, drawn.bodies[0] ?? new Uint8Array()));
}
