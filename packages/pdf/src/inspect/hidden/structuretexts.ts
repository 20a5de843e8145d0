import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';

/** Characters of a text that are read. */
const LONGEST = 10_000;
/** Elements that are words themselves, or numbers: what describes a figure is not what it shows. */
const WORDS = /^(?:P|Span|H[1-6]?|T[DH]|LBody|Lbl|Div|Quote|Formula)$/;

/** What an element of the structure tree is copied and read aloud as (ISO 32000-2 §14.9). */
export interface StructureText {
  said: string;
  /** It describes or expands the text (/Alt, /E), and does not replace it (/ActualText). */
  describes: boolean;
  /** How many marked contents are in it. */
  contents: number;
  /** They are on several pages. */
  isApart: boolean;
}

/** Undefined for an element that leaves its text as it is shown. */
export function structureText(pdf: Pdf, { entries }: PdfDict): StructureText | undefined {
  const read = (key: string): string | undefined => {
    const found = pdf.text(entries.get(key), LONGEST);
    pdf.spend(found?.length ?? 0);
    return found;
  };
  const replaced = read('ActualText');
  const type = pdf.name(entries.get('S')) ?? '';
  const said = replaced ?? (WORDS.test(type) ? (read('Alt') ?? read('E')) : undefined);
  // A formula is put into words.
  const describes = replaced === undefined || type === 'Formula';
  return said === undefined ? undefined : { said, describes, contents: 0, isApart: false };
}
