import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import type { Budget } from './budget.ts';
import { ascii85, asciiHex, type Decoder, lzw, runLength } from './encodings.ts';
import { unpredict } from './predictor.ts';
import type { PdfDict, PdfValue } from './values.ts';

type Resolve = (value: PdfValue | undefined) => PdfValue | undefined;

/** Filters whose output is an image or sound, not bytes that we read. */
const IMAGE_FILTERS = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);

export interface Decoding {
  ports: PdfPorts;
  limits: Limits;
  /** Counts what each filter puts out, also where it fails. */
  budget: Budget;
  resolve: Resolve;
  /** Bytes that may come out of each filter; at most what limits and budget allow. */
  limit?: number;
  deciphered?: boolean;
  /** Told where data break off or make no sense: some readers show what stands before, or behind, and some do not. */
  broken?: (() => void) | undefined;
}

/**
 * Decodes a stream's data by its /Filter and /DecodeParms. Throws `unsupported_filter` for images, and for /Crypt
 * but where it stands first, on data that were `deciphered` or for the identity.
 */
export function decodeStream(dict: PdfDict, data: Uint8Array, context: Decoding): Uint8Array {
  const { resolve, limits, budget } = context;
  const names = list(resolve(dict.entries.get('Filter')), resolve);
  const params = list(resolve(dict.entries.get('DecodeParms')), resolve);
  // The short names of inline images, which some readers take here as well.
  if (dict.entries.has('DP') && params.length === 0) context.broken?.();
  if (names.length > limits.filters) throw new PdfError('too_deep', 'A stream has too many filters');
  let bytes = data;
  for (const [index, name] of names.entries()) {
    if (name.type !== 'name') throw new PdfError('broken_stream', 'A filter is not a name');
    const given = params[index];
    if (name.value === 'Crypt' && index === 0 && (context.deciphered === true || isIdentity(given, resolve)))
      continue;
    const read = (key: string, fallback: number): number => {
      const value = given?.type === 'dict' ? resolve(given.entries.get(key)) : undefined;
      return value?.type === 'number' ? value.value : fallback;
    };
    const limit = Math.min(limits.streamBytes, budget.inflatable, context.limit ?? Number.POSITIVE_INFINITY);
    bytes = decoder(name.value, read, context)(bytes, limit);
  }
  // What stands there plainly is handed out as often as it is asked for.
  if (bytes === data) budget.inflated(data.length);
  return bytes;
}

/** §7.4.10: a crypt filter that does nothing, which is the default. */
function isIdentity(params: PdfValue | undefined, resolve: Resolve): boolean {
  const name = params?.type === 'dict' ? resolve(params.entries.get('Name')) : undefined;
  return name === undefined || (name.type === 'name' && name.value === 'Identity');
}

function list(value: PdfValue | undefined, resolve: Resolve): PdfValue[] {
  if (value === undefined || value.type === 'null') return [];
  if (value.type !== 'array') return [value];
  return value.items.map((item) => resolve(item) ?? item);
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
      unpredict(counted(decode)(bytes, limit), {
        predictor: param('Predictor', 1),
        colors: param('Colors', 1),
        bitsPerComponent: param('BitsPerComponent', 8),
        columns: param('Columns', 1),
      });
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return predicted((bytes, limit) => inflate(bytes, limit, { ports, broken }));
    case 'LZWDecode':
    case 'LZW':
      return predicted(lzw(param('EarlyChange', 1)));
    case 'ASCIIHexDecode':
    case 'AHx':
      return counted(asciiHex(broken));
    case 'ASCII85Decode':
    case 'A85':
      return counted(ascii85);
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

function countedOn(budget: Budget, decode: Decoder): Decoder {
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
  return result.bytes;
}
