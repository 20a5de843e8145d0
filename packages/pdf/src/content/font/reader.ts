import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfArray, PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';

const LONGEST_TEXT = 64;

/**
 * Reads what a font's dictionary refers to. A part that is broken, or of another type, counts as missing: text
 * is measured by what is left. Throws PdfError only past a bound.
 */
export class FontReader {
  readonly pdf: Pdf;

  constructor(pdf: Pdf) {
    this.pdf = pdf;
  }

  value(value: PdfValue | undefined): PdfValue | undefined {
    return readable(() => this.pdf.resolve(value));
  }

  dict(value: PdfValue | undefined): PdfDict | undefined {
    return readable(() => this.pdf.dict(value));
  }

  array(value: PdfValue | undefined): PdfArray | undefined {
    return readable(() => this.pdf.array(value));
  }

  name(value: PdfValue | undefined): string | undefined {
    const found = this.value(value);
    return found?.type === 'name' ? found.value : undefined;
  }

  /** The first characters of a text string. */
  text(value: PdfValue | undefined): string | undefined {
    return readable(() => this.pdf.text(value, LONGEST_TEXT));
  }

  /** Finite by the syntax; `fallback` for what is no number. */
  number(value: PdfValue | undefined, fallback: number): number {
    const found = value?.type === 'ref' ? this.value(value) : value;
    return found?.type === 'number' ? found.value : fallback;
  }

  numbers(value: PdfValue | undefined, fallback = 0): number[] {
    return (this.array(value)?.items ?? []).map((item) => this.number(item, fallback));
  }

  stream(value: PdfValue | undefined): PdfStream | undefined {
    const found = this.value(value);
    return found?.type === 'stream' ? found : undefined;
  }

  /** A stream's data, decoded; counted as read. */
  data(stream: PdfStream): Uint8Array | undefined {
    const data = readable(() => this.pdf.decoded(stream));
    this.pdf.spend(data?.length ?? 0);
    return data;
  }
}
