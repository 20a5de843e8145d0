import { ascii, latin1 } from '../../syntax/bytes.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { entriesOf, integer, listOf, number, numbers, oneOf, type Schema, type Writer } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { dictText } from '../written.ts';

const COMMON: Schema = { FunctionType: integer, Domain: numbers(2, 64), Range: numbers(2, 64) };
const CALCULATED: Schema = { ...COMMON };
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
  4: CALCULATED,
};

/** A function; one that is a stream is an object of its own. */
export const functionOf: Writer = (copy, value) =>
  copy.once('function', value, (found) => written(copy, value, found));

function written(copy: Copying, value: PdfValue, found: PdfValue): string | undefined {
  const dict = found.type === 'stream' ? found.dict : found.type === 'dict' ? found : undefined;
  const schema = TYPES[copy.pdf.number(dict?.entries.get('FunctionType')) ?? -1];
  if (dict === undefined || schema === undefined) return undefined;
  const entries = entriesOf(copy, dict, schema);
  if (found.type === 'stream') {
    const data = dataOf(copy, found);
    const written = schema === CALCULATED ? calculator(data) : data;
    return written === undefined ? undefined : copy.add(flateStream(copy, entries, written));
  }
  const text = dictText(entries);
  return value.type === 'ref' ? copy.add(text) : text;
}

/** Bytes of a calculator function; real ones are a few hundred. */
const MOST_BYTES = 1024 * 1024;
const OPERATORS: ReadonlySet<string> = new Set(
  (
    'abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate ' +
    'and bitshift eq false ge gt le lt ne not or true xor if ifelse copy dup exch index pop roll'
  ).split(' '),
);

/** A calculator function (§7.10.5) in its own words; undefined where anything else stands in it. */
function calculator(data: Uint8Array): Uint8Array | undefined {
  if (data.length > MOST_BYTES) return undefined;
  const words = latin1(data)
    .replace(/%[^\r\n]*/g, ' ')
    .replace(/[{}]/g, ' $& ')
    .split(/[\s\0]+/)
    .filter((word) => word !== '');
  const isKnown = (word: string): boolean =>
    word === '{' || word === '}' || OPERATORS.has(word) || /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word);
  return words.every(isKnown) ? ascii(words.join(' ')) : undefined;
}

/** One function, or one for each colourant. */
export const functions: Writer = (copy, value) =>
  listOf(functionOf, 1, 32)(copy, value) ?? functionOf(copy, value);

/** Of a transfer function (§10.5). */
export const transfer: Writer = (copy, value) =>
  oneOf('Identity', 'Default')(copy, value) ??
  listOf((one, item) => oneOf('Identity')(one, item) ?? functionOf(one, item), 4, 4)(copy, value) ??
  functionOf(copy, value);
