import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { ascii85, asciiHex, type Decoder, lzw, runLength } from './encodings.ts';
import { unpredict } from './predictor.ts';
import type { PdfDict, PdfValue } from './values.ts';

type Resolve = (value: PdfValue | undefined) => PdfValue | undefined;

/** Filters whose output is an image or sound, not bytes that we read. */
const IMAGE_FILTERS = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);

/**
 * Decodes a stream's data by its /Filter and /DecodeParms. Throws `unsupported_filter` for images, and for /Crypt
 * but where it stands first on data that were `deciphered`.
 */
export function decodeStream(
  dict: PdfDict,
  data: Uint8Array,
  context: { ports: PdfPorts; limits: Limits; limit: number; resolve: Resolve; deciphered?: boolean },
): Uint8Array {
  const { resolve, limits } = context;
  const names = list(resolve(dict.entries.get('Filter')), resolve);
  const params = list(resolve(dict.entries.get('DecodeParms')), resolve);
  if (names.length > limits.filters) throw new PdfError('too_deep', 'A stream has too many filters');
  const limit = Math.min(limits.streamBytes, context.limit);
  let bytes = data;
  for (const [index, name] of names.entries()) {
    if (name.type !== 'name') throw new PdfError('broken_stream', 'A filter is not a name');
    if (name.value === 'Crypt' && index === 0 && context.deciphered === true) continue;
    const given = params[index];
    const read = (key: string, fallback: number): number => {
      const value = given?.type === 'dict' ? resolve(given.entries.get(key)) : undefined;
      return value?.type === 'number' ? value.value : fallback;
    };
    bytes = decoder(name.value, read, context.ports)(bytes, limit);
  }
  return bytes;
}

function list(value: PdfValue | undefined, resolve: Resolve): PdfValue[] {
  if (value === undefined || value.type === 'null') return [];
  if (value.type !== 'array') return [value];
  return value.items.map((item) => resolve(item) ?? item);
}

function decoder(name: string, param: (key: string, fallback: number) => number, ports: PdfPorts): Decoder {
  const predicted =
    (decode: Decoder): Decoder =>
    (bytes, limit) =>
      unpredict(decode(bytes, limit), {
        predictor: param('Predictor', 1),
        colors: param('Colors', 1),
        bitsPerComponent: param('BitsPerComponent', 8),
        columns: param('Columns', 1),
      });
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return predicted((bytes, limit) => inflate(bytes, limit, ports));
    case 'LZWDecode':
    case 'LZW':
      return predicted(lzw(param('EarlyChange', 1)));
    case 'ASCIIHexDecode':
    case 'AHx':
      return asciiHex;
    case 'ASCII85Decode':
    case 'A85':
      return ascii85;
    case 'RunLengthDecode':
    case 'RL':
      return runLength;
    default:
      throw new PdfError(
        'unsupported_filter',
        IMAGE_FILTERS.has(name) ? 'Image data are not decoded' : 'Unknown stream filter',
      );
  }
}

function inflate(bytes: Uint8Array, limit: number, ports: PdfPorts): Uint8Array {
  const result = ports.inflate(bytes, limit);
  if (result.exceeded) throw new PdfError('inflate_limit', 'A stream inflates to more than is allowed');
  if (!result.complete && result.bytes.length === 0 && bytes.length > 0) {
    throw new PdfError('broken_stream', 'A stream does not inflate');
  }
  return result.bytes;
}
