import type { PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { boolean, box, entriesOf, integer, listOf, matrix, numbers, type Schema } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { dictText } from '../written.ts';
import { colourSpace } from './colour.ts';
import { functions } from './function.ts';

/** ISO 32000-2 §8.7.4.5: of all types. */
const SHADING: Schema = {
  ShadingType: integer,
  ColorSpace: colourSpace,
  Background: numbers(1, 32),
  BBox: box,
  AntiAlias: boolean,
  Domain: numbers(2, 4),
  Matrix: matrix,
  Coords: numbers(4, 6),
  Extend: listOf(boolean, 2, 2),
  Function: functions,
  BitsPerCoordinate: integer,
  BitsPerComponent: integer,
  BitsPerFlag: integer,
  VerticesPerRow: integer,
  Decode: numbers(4, 80),
};

export const shadingOf = (copy: Copying, value: PdfValue): string | undefined =>
  copy.once('shading', value, (found) => {
    const dict = found.type === 'stream' ? found.dict : found;
    if (dict.type !== 'dict') return undefined;
    const entries = entriesOf(copy, dict, SHADING);
    if (found.type === 'stream') return copy.add(flateStream(copy, entries, dataOf(copy, found)));
    return value.type === 'ref' ? copy.add(dictText(entries)) : dictText(entries);
  });
