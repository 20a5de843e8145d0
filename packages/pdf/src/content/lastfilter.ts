import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';

/** The most bytes of an image's data. */
const LARGEST = 32 * 1024 * 1024;

/** The data of an image before its last filter, which is the codec of its samples. */
export interface LastFilter {
  /** The data with all other filters undone. */
  bytes: Uint8Array;
  parameters: PdfDict | undefined;
  /** Whether there are as many parameters as filters; readers pair others in several ways. */
  isPaired: boolean;
}

/** The name of an image's last filter (ISO 32000-2 §7.4.1). */
export function lastFilterName(pdf: Pdf, { dict }: PdfStream): string | undefined {
  const filter = pdf.resolve(dict.entries.get('Filter'));
  return pdf.name(filter?.type === 'array' ? filter.items.at(-1) : filter);
}

/** Reads the data before the last filter; undefined where they are broken, and past the bounds. */
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
