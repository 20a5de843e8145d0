import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import { decodeFax, type FaxParameters } from './decode.ts';

/** Bytes of an image's data. */
const LARGEST = 32 * 1024 * 1024;
/** What a byte of them costs: eight codes at most. */
const BYTE = 2;

const NAMES: ReadonlySet<string | undefined> = new Set(['CCITTFaxDecode', 'CCF']);

/** Whether the samples of an image are written as a fax's (ISO 32000-2 §7.4.6). */
export function isFax(pdf: Pdf, { dict }: PdfStream): boolean {
  const filter = pdf.resolve(dict.entries.get('Filter'));
  return NAMES.has(pdf.name(filter?.type === 'array' ? filter.items.at(-1) : filter));
}

/** The one-bit samples of such an image, each row in whole bytes; undefined where they are broken, and past the bounds. */
export function faxSamples(
  pdf: Pdf,
  image: PdfStream,
  width: number,
  height: number,
): Uint8Array | undefined {
  const found = readable(() => dataOf(pdf, image, height));
  // Of rows of another length readers make different pictures.
  if (found === undefined || found.parameters.columns !== width) return undefined;
  pdf.spend(BYTE * found.bytes.length + height);
  return decodeFax(found.bytes, found.parameters, height);
}

/** What the other filters leave, and what the last is told. */
function dataOf(
  pdf: Pdf,
  image: PdfStream,
  height: number,
): { bytes: Uint8Array; parameters: FaxParameters } | undefined {
  const entries = new Map(image.dict.entries);
  const [filter, given] = ['Filter', 'DecodeParms'].map((key) => pdf.resolve(entries.get(key)));
  const counts = [filter, given].map((value) => (value?.type === 'array' ? value.items.length : undefined));
  // Readers pair parameters of another form with filters in several ways.
  if (given !== undefined && given.type !== 'null' && counts[0] !== counts[1]) return undefined;
  const own = given?.type === 'array' ? given.items.at(-1) : given;
  const parameters = parametersOf(pdf, pdf.dict(own), height);
  const leave = (key: string, value: PdfValue | undefined): void => {
    if (value?.type === 'array') entries.set(key, { ...value, items: value.items.slice(0, -1) });
    else entries.delete(key);
  };
  leave('Filter', filter);
  leave('DecodeParms', given);
  const bytes = pdf.decodedWithin({ ...image, dict: { ...image.dict, entries } }, LARGEST);
  return bytes === undefined || parameters === undefined ? undefined : { bytes, parameters };
}

/** Table 11. What it says of damaged rows makes no difference: of those nothing is read. */
function parametersOf(pdf: Pdf, dict: PdfDict | undefined, height: number): FaxParameters | undefined {
  if ((dict?.duplicates.length ?? 0) > 0) return undefined;
  const number = (key: string, fallback: number): number => pdf.number(dict?.entries.get(key)) ?? fallback;
  const flag = (key: string): boolean => pdf.boolean(dict?.entries.get(key)) === true;
  const [k, columns, rows] = [number('K', 0), number('Columns', 1728), number('Rows', 0)];
  if (![k, columns, rows].every(Number.isInteger) || (rows > 0 && rows < height)) return undefined;
  return {
    ...{ k, columns },
    isBlackOne: flag('BlackIs1'),
    isAligned: flag('EncodedByteAlign'),
    isEnded: flag('EndOfLine'),
  };
}
