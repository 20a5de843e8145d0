import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream } from '../../syntax/values.ts';
import { imageSize } from '../imagesize.ts';
import { lastFilterName, lastFilterOf } from '../lastfilter.ts';
import { isPadded } from '../padding.ts';
import { decodeFax, type FaxParameters } from './decode.ts';

/** What a byte of the data costs: eight codes at most. */
const BYTE = 2;

const NAMES: ReadonlySet<string | undefined> = new Set(['CCITTFaxDecode', 'CCF']);

/** Whether the samples of an image are written as a fax's (ISO 32000-2 §7.4.6). */
export const isFax = (pdf: Pdf, image: PdfStream): boolean => NAMES.has(lastFilterName(pdf, image));

/** Whether its rows are said to be of another length than the picture's, of which readers make different pictures. */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  const found = lastFilterOf(pdf, image);
  const { width, height } = imageSize(pdf, image);
  if (found === undefined || !found.isPaired) return false;
  const parameters = parametersOf(pdf, found.parameters, height);
  return parameters !== undefined && !isPadded(parameters.columns, width);
}

/** The one-bit samples of such an image, each row in whole bytes; undefined where they are broken, and past the bounds. */
export function faxSamples(
  pdf: Pdf,
  image: PdfStream,
  width: number,
  height: number,
): Uint8Array | undefined {
  const found = lastFilterOf(pdf, image);
  if (found === undefined || !found.isPaired) return undefined;
  const parameters = parametersOf(pdf, found.parameters, height);
  if (parameters === undefined || !isPadded(parameters.columns, width)) return undefined;
  pdf.spend(BYTE * found.bytes.length + height);
  return decodeFax(found.bytes, parameters, height);
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
