import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { ascii, concat, toHex } from '../bytes.ts';
import type { Lookup } from '../lookup.ts';
import { Parser } from '../parser.ts';
import { stringBytes } from '../strings.ts';
import type { ObjectId, PdfStream, PdfString, PdfValue } from '../values.ts';
import type { Encryption } from './encryption.ts';

/** What takes the place of the bytes from `start` to `end`. */
interface Cut {
  start: number;
  end: number;
  bytes: Uint8Array;
}

/**
 * The body of an object of an update, which stands in the clear, as the file's handler has it under the object's number
 * (ISO 32000-2 §7.6.3): its strings but the /Contents of a signature, and its stream. What else there is stays byte for
 * byte. Throws `broken_object` for what is no value, and for a stream whose /Length is no direct one.
 */
export function enciphered(
  encryption: Encryption,
  pdf: Lookup & { limits: Limits },
  body: Uint8Array,
  object: ObjectId,
): Uint8Array {
  const head = ascii(`${object.number} ${object.generation} obj\n`);
  const source = concat([head, body, ascii('\nendobj')]);
  const { value } = new Parser(source, 0, pdf.limits).indirectObject();
  const cuts = stringCuts(encryption, value, object);
  if (value.type === 'stream') cuts.push(...streamCuts(encryption, pdf, value, object));
  return spliced(source, head.length, head.length + body.length, cuts);
}

/** The same of a value inside an object of the file. */
export function encipheredValue(
  encryption: Encryption,
  limits: Limits,
  source: Uint8Array,
  object: ObjectId,
): Uint8Array {
  const value = new Parser(source, 0, limits).value();
  return spliced(source, 0, source.length, stringCuts(encryption, value, object));
}

function stringCuts(encryption: Encryption, value: PdfValue, object: ObjectId): Cut[] {
  encryption.seal(value, object);
  return sealedStrings(value).map((string) => {
    const bytes = encryption.sealString(stringBytes(string), object);
    return { start: string.start, end: string.end, bytes: ascii(`<${toHex(bytes)}>`) };
  });
}

function sealedStrings(value: PdfValue): PdfString[] {
  const strings: PdfString[] = [];
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'array') for (const item of next.items) open.push(item);
    else if (next.type === 'dict') open.push(...next.entries.values(), ...(next.hidden ?? []));
    else if (next.type === 'stream') open.push(next.dict);
    else if (next.type === 'string' && next.sealed !== undefined) strings.push(next);
  }
  return strings;
}

function streamCuts(encryption: Encryption, pdf: Lookup, stream: PdfStream, object: ObjectId): Cut[] {
  const length = stream.dict.entries.get('Length');
  if (length?.type !== 'number')
    throw new PdfError('broken_object', 'A stream that is added has no length of its own');
  const [start, end] = [stream.dataStart, stream.dataStart + length.value];
  const bytes = encryption.sealStream(pdf, stream, stream.source.subarray(start, end), object);
  return [
    { start: length.start, end: length.end, bytes: ascii(String(bytes.length)) },
    { start, end, bytes },
  ];
}

function spliced(source: Uint8Array, from: number, to: number, cuts: Cut[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = from;
  for (const { start, end, bytes } of cuts.sort((a, b) => a.start - b.start)) {
    parts.push(source.subarray(at, start), bytes);
    at = end;
  }
  return concat([...parts, source.subarray(at, to)]);
}
