import { PdfError } from '../errors.ts';
import { ascii } from '../syntax/bytes.ts';
import { textString } from '../syntax/strings.ts';
import type { SignatureOptions, ZonedTime } from './face.ts';

/** A signature dictionary's bytes, and where the two values stand that are filled in later. */
export interface SignatureDictionary {
  bytes: Uint8Array;
  /** First byte inside the brackets of /ByteRange, and the bytes up to the closing one. */
  byteRange: { at: number; length: number };
  /** The `<` of /Contents. */
  contentsAt: number;
  /** Bytes of /Contents, brackets included. */
  contentsLength: number;
}

/** Room for `0 a b c`: offsets of ten digits, as in a cross-reference table. */
const BYTE_RANGE_ROOM = 35;

/** PAdES signature dictionary (EN 319 142-1 §5.3); `reference` is the value of /Reference. */
export function signatureDictionary(
  options: SignatureOptions,
  reference: string | undefined,
): SignatureDictionary {
  const entry = (key: string, value: string | undefined): string =>
    value === undefined || value === '' ? '' : `/${key}${textString(value)}`;
  const rest =
    `/M(${pdfDate(options.time)})` +
    entry('Name', options.name) +
    entry('Reason', options.reason) +
    entry('Location', options.location) +
    entry('ContactInfo', options.contactInfo) +
    (reference === undefined ? '' : `/Reference${reference}`);
  return dictionaryOf('Sig', 'ETSI.CAdES.detached', options.contentsBytes, rest);
}

/** Dictionary of a document time-stamp (EN 319 142-1 §5.4.3): it claims no time of its own. */
export const timeStampDictionary = (contentsBytes: number): SignatureDictionary =>
  dictionaryOf('DocTimeStamp', 'ETSI.RFC3161', contentsBytes, '');

function dictionaryOf(
  type: string,
  subFilter: string,
  contentsBytes: number,
  rest: string,
): SignatureDictionary {
  const head = `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/${subFilter}/ByteRange[`;
  const middle = ']/Contents';
  const contentsAt = head.length + BYTE_RANGE_ROOM + middle.length;
  const contentsLength = contentsBytes * 2 + 2;
  const contents = `<${'0'.repeat(contentsLength - 2)}>`;
  return {
    bytes: ascii(`${head}${' '.repeat(BYTE_RANGE_ROOM)}${middle}${contents}${rest}>>`),
    byteRange: { at: head.length, length: BYTE_RANGE_ROOM },
    contentsAt,
    contentsLength,
  };
}

/** `D:20261121120000+02'00'` (ISO 32000-2 §7.9.4), the form that Acrobat and strict validators take. */
export function pdfDate({ epochMs, offsetMinutes }: ZonedTime): string {
  const local = new Date(epochMs + offsetMinutes * 60_000);
  const year = local.getUTCFullYear();
  const zoned = Number.isInteger(offsetMinutes) && Math.abs(offsetMinutes) <= 840;
  if (!zoned || !(year >= 1970 && year <= 9999)) throw new PdfError('bad_option', 'The time is out of range');
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${year}${two(local.getUTCMonth() + 1)}${two(local.getUTCDate())}`;
  const time = `${two(local.getUTCHours())}${two(local.getUTCMinutes())}${two(local.getUTCSeconds())}`;
  const minutes = Math.abs(offsetMinutes);
  const sign = offsetMinutes < 0 ? '-' : '+';
  return `D:${date}${time}${sign}${two(Math.floor(minutes / 60))}'${two(minutes % 60)}'`;
}
