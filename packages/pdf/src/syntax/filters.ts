import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import type { Inflation } from './budget.ts';
import { ascii85, asciiHex, type Decoder, lzw, runLength } from './encodings.ts';
import { unpredict } from './predictor.ts';
import type { PdfDict, PdfName, PdfValue } from './values.ts';

type Resolve = (value: PdfValue | undefined) => PdfValue | undefined;

/** Filters whose output is an image or sound, not bytes that we read. */
const IMAGE_FILTERS = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);

export interface Decoding {
  ports: PdfPorts;
  limits: Limits;
  /** Counts what each filter puts out, also where it fails. */
  budget: Inflation;
  resolve: Resolve;
  /** Bytes that may come out of each filter; at most what limits and budget allow. */
  limit?: number;
  deciphered?: boolean;
  /** Told where data break off or make no sense: some readers show what stands before, or behind, and some do not. */
  broken?: (() => void) | undefined;
}

/** Data elsewhere, and names that some readers take for those of filters: with them they read other data, or none. */
const ELSEWHERE = ['F', 'FFilter', 'FDecodeParms', 'DP'];

/** Whether readers may find other data of a stream than behind its dictionary, or other filters than in it. */
export const isElsewhere = ({ entries }: PdfDict): boolean => ELSEWHERE.some((key) => entries.has(key));

/**
 * Decodes a stream's data by its /Filter and /DecodeParms. Throws `unsupported_filter` for images, and for /Crypt
 * but where it stands first, on data that were `deciphered` or for the identity; `broken_stream` where readers take
 * other filters or parameters from the dictionary than it says.
 */
export function decodeStream(dict: PdfDict, data: Uint8Array, context: Decoding): Uint8Array {
  const { resolve, limits, budget } = context;
  if (isElsewhere(dict)) throw new PdfError('broken_stream', 'Some readers take data or filters elsewhere');
  const filters = filtersOf(dict, resolve);
  if (filters.length > limits.filters) throw new PdfError('too_deep', 'A stream has too many filters');
  let bytes = data;
  for (const [index, { name, params }] of filters.entries()) {
    if (name === 'Crypt' && index === 0 && (context.deciphered === true || isIdentity(params, resolve))) {
      // Some readers decipher such data all the same.
      if (context.deciphered === true) context.broken?.();
      continue;
    }
    const read = (key: string, fallback: number): number => integer(params, key, fallback, resolve);
    const limit = Math.min(limits.streamBytes, budget.inflatable, context.limit ?? Number.POSITIVE_INFINITY);
    bytes = decoder(name, read, context)(bytes, limit);
  }
  // What stands there plainly is handed out as often as it is asked for.
  if (bytes === data) budget.inflated(data.length);
  return bytes;
}

interface Filter {
  name: PdfName['value'];
  params: PdfDict | undefined;
}

/**
 * The filters of a stream with what each is given (§7.3.8.2): one that is a name by a dictionary, those in an array by an
 * array as long. Readers pair others in several ways, or not at all, which is nothing where the parameters say nothing.
 */
function filtersOf({ entries }: PdfDict, resolve: Resolve): Filter[] {
  const filter = followed(entries.get('Filter'), resolve);
  const given = followed(entries.get('DecodeParms'), resolve);
  const names = filter?.type === 'array' ? filter.items : filter === undefined ? [] : [filter];
  const params = given?.type === 'array' ? given.items : given === undefined ? [] : [given];
  const isPaired =
    (filter?.type === 'array') === (given?.type === 'array') && (params.length === names.length || !given);
  const filters = names.map((item, index) => {
    const name = followed(item, resolve);
    if (name?.type !== 'name') throw new PdfError('broken_stream', 'A filter is not a name');
    const own = followed(params[index], resolve);
    return { name: name.value, params: own?.type === 'dict' ? own : undefined };
  });
  if (!isPaired && names.length > 0 && params.some((item) => saysSomething(followed(item, resolve), resolve)))
    throw new PdfError('broken_stream', 'The parameters of a stream are not paired with its filters');
  return filters;
}

/** What a value is or refers to. Of a reference that leads nowhere readers make nothing, or mend the file. */
function followed(value: PdfValue | undefined, resolve: Resolve): PdfValue | undefined {
  const found = resolve(value);
  if (found === undefined && value?.type === 'ref')
    throw new PdfError('broken_stream', 'A filter or its parameters are missing');
  return found?.type === 'null' ? undefined : found;
}

/** Whether parameters change what a filter gives. */
function saysSomething(params: PdfValue | undefined, resolve: Resolve): boolean {
  if (params?.type !== 'dict') return params !== undefined;
  const { entries } = params;
  const isSilent =
    integer(params, 'Predictor', 1, resolve) === 1 && integer(params, 'EarlyChange', 1, resolve) === 1;
  return !isSilent || entries.has('Name') || entries.has('BPC');
}

/**
 * An entry of parameters. Of a real some readers take the fallback, of a null they take nought; and some take /BPC before
 * the long name.
 */
function integer(params: PdfDict | undefined, key: string, fallback: number, resolve: Resolve): number {
  if (params === undefined) return fallback;
  const own = params.entries.get(key);
  if (params.duplicates.includes(key) || (key === 'BitsPerComponent' && params.entries.has('BPC')))
    throw new PdfError('broken_stream', 'A parameter of a filter stands there twice');
  if (own === undefined) return fallback;
  const value = resolve(own);
  if (value?.type !== 'number' || !value.integer)
    throw new PdfError('broken_stream', 'A parameter of a filter is no integer');
  return value.value;
}

/** §7.4.10: a crypt filter that does nothing, which is the default. */
function isIdentity(params: PdfDict | undefined, resolve: Resolve): boolean {
  const name = resolve(params?.entries.get('Name'));
  return name === undefined || (name.type === 'name' && name.value === 'Identity');
}

function decoder(
  name: string,
  param: (key: string, fallback: number) => number,
  { ports, budget, broken = () => {} }: Decoding,
): Decoder {
  const counted = (decode: Decoder): Decoder => countedOn(budget, decode);
  const predicted =
    (decode: Decoder): Decoder =>
    (bytes, limit) =>
      unpredict(
        counted(decode)(bytes, limit),
        {
          predictor: param('Predictor', 1),
          colors: param('Colors', 1),
          bitsPerComponent: param('BitsPerComponent', 8),
          columns: param('Columns', 1),
        },
        broken,
      );
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return predicted((bytes, limit) => inflate(bytes, limit, { ports, broken }));
    case 'LZWDecode':
    case 'LZW':
      return predicted(lzw(param('EarlyChange', 1), broken));
    case 'ASCIIHexDecode':
    case 'AHx':
      return counted(asciiHex(broken));
    case 'ASCII85Decode':
    case 'A85':
      return counted(ascii85(broken));
    case 'RunLengthDecode':
    case 'RL':
      return counted(runLength(broken));
    default:
      throw new PdfError(
        'unsupported_filter',
        IMAGE_FILTERS.has(name) ? 'Image data are not decoded' : 'Unknown stream filter',
      );
  }
}

function countedOn(budget: Inflation, decode: Decoder): Decoder {
  return (bytes, limit) => {
    try {
      const decoded = decode(bytes, limit);
      budget.inflated(decoded.length);
      return decoded;
    } catch (error) {
      const full = error instanceof PdfError && error.code === 'inflate_limit';
      budget.inflated(full ? limit : bytes.length);
      throw error;
    }
  };
}

function inflate(
  bytes: Uint8Array,
  limit: number,
  { ports, broken }: { ports: PdfPorts; broken: () => void },
): Uint8Array {
  const result = ports.inflate(bytes, limit);
  if (result.exceeded) throw new PdfError('inflate_limit', 'A stream inflates to more than is allowed');
  if (!result.complete && result.bytes.length === 0 && bytes.length > 0) {
    throw new PdfError('broken_stream', 'A stream does not inflate');
  }
  if (!result.complete && bytes.length > 0) broken();
  if (result.used !== undefined && isAnother(bytes.subarray(result.used), ports)) broken();
  return result.bytes;
}

/** Empty streams behind data that are passed over. */
const MOST_EMPTY = 16;

/** Whether data behind a zlib stream begin another one (RFC 1950), which some readers go on with. */
function isAnother(rest: Uint8Array, ports: PdfPorts): boolean {
  let left = rest;
  for (let empty = 0; empty < MOST_EMPTY; empty++) {
    const [method = 0, flags = 0] = left;
    if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0) return false;
    const { bytes, used = 0 } = ports.inflate(left, 1);
    if (bytes.length > 0 || used === 0) return bytes.length > 0;
    left = left.subarray(used);
  }
  return true;
}
