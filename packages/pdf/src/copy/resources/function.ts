import type { PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { entriesOf, integer, listOf, number, numbers, oneOf, type Schema, type Writer } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { dictText } from '../written.ts';

const COMMON: Schema = { FunctionType: integer, Domain: numbers(2, 64), Range: numbers(2, 64) };
/** By /FunctionType (ISO 32000-2 §7.10). */
const TYPES: Readonly<Record<number, Schema>> = {
  0: {
    ...COMMON,
    Size: listOf(integer, 1, 32),
    BitsPerSample: integer,
    Order: integer,
    Encode: numbers(2, 64),
    Decode: numbers(2, 64),
  },
  2: { ...COMMON, C0: numbers(1, 32), C1: numbers(1, 32), N: number },
  3: {
    ...COMMON,
    Functions: (copy, value) => listOf(functionOf, 1, 10_000)(copy, value),
    Bounds: numbers(0, 10_000),
    Encode: numbers(2, 20_000),
  },
  4: COMMON,
};

/** A function; one that is a stream is an object of its own. */
export const functionOf: Writer = (copy, value) =>
  copy.once('function', value, (found) => written(copy, value, found));

function written(copy: Copying, value: PdfValue, found: PdfValue): string | undefined {
  const dict = found.type === 'stream' ? found.dict : found.type === 'dict' ? found : undefined;
  const schema = TYPES[copy.pdf.number(dict?.entries.get('FunctionType')) ?? -1];
  if (dict === undefined || schema === undefined) return undefined;
  const entries = entriesOf(copy, dict, schema);
  if (found.type === 'stream') return copy.add(flateStream(copy, entries, dataOf(copy, found)));
  const text = dictText(entries);
  return value.type === 'ref' ? copy.add(text) : text;
}

/** One function, or one for each colourant. */
export const functions: Writer = (copy, value) =>
  listOf(functionOf, 1, 32)(copy, value) ?? functionOf(copy, value);

/** Of a transfer function (§10.5). */
export const transfer: Writer = (copy, value) =>
  oneOf('Identity', 'Default')(copy, value) ??
  listOf((one, item) => oneOf('Identity')(one, item) ?? functionOf(one, item), 4, 4)(copy, value) ??
  functionOf(copy, value);
