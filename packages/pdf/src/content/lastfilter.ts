import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';

/** Bytes of an image's data. */
const LARGEST = 32 * 1024 * 1024;

/** The last of an image's filters, which makes samples of what the others leave. */
export interface LastFilter {
  /** What the others leave. */
  bytes: Uint8Array;
  parameters: PdfDict | undefined;
  /** Whether parameters are written as filters are, one for each; readers pair others with filters in several ways. */
  isPaired: boolean;
}

/** Its name, however many there are (ISO 32000-2 §7.4.1). */
export function lastFilterName(pdf: Pdf, { dict }: PdfStream): string | undefined {
  const filter = pdf.resolve(dict.entries.get('Filter'));
  return pdf.name(filter?.type === 'array' ? filter.items.at(-1) : filter);
}

/** Undefined where the data are not read, and past the bounds. */
export function lastFilterOf(pdf: Pdf, image: PdfStream): LastFilter | undefined {
  return readable(() => {
    const entries = new Map(image.dict.entries);
    const [filter, given] = ['Filter', 'DecodeParms'].map((key) => pdf.resolve(entries.get(key)));
    const counts = [filter, given].map((value) => (value?.type === 'array' ? value.items.length : undefined));
    const isPaired = given === undefined || given.type === 'null' || counts[0] === counts[1];
    const parameters = pdf.dict(given?.type === 'array' ? given.items.at(-1) : given);
    const leave = (key: string, value: PdfValue | undefined): void => {
      if (value?.type === 'array') entries.set(key, { ...value, items: value.items.slice(0, -1) });
      else entries.delete(key);
    };
    leave('Filter', filter);
    if (isPaired) leave('DecodeParms', given);
    const bytes = pdf.decodedWithin({ ...image, dict: { ...image.dict, entries } }, LARGEST);
    return bytes === undefined ? undefined : { bytes, parameters, isPaired };
  });
}
