import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** Elements and contents that are looked at; larger documents are read as far as that. */
const MOST = 300_000;
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

/** By the page's object number, then by the number of the marked content. */
export type StructureTexts = ReadonlyMap<number, ReadonlyMap<number, StructureText>>;

interface Open {
  value: PdfValue;
  page: number | undefined;
  text: StructureText | undefined;
}

/** The texts of the document's structure tree, each for all of the marked content that is in its element. */
export function structureTexts(pdf: Pdf): StructureTexts {
  const texts = new Map<number, Map<number, StructureText>>();
  const pages = new Map<StructureText, number>();
  const add = (page: number | undefined, content: number, text: StructureText | undefined): void => {
    if (text === undefined || page === undefined) return;
    const of = texts.get(page) ?? new Map<number, StructureText>();
    texts.set(page, of);
    of.set(content, text);
    text.contents++;
    text.isApart ||= (pages.get(text) ?? page) !== page;
    pages.set(text, page);
  };
  const root = pdf.dict(pdf.catalog.entries.get('StructTreeRoot'))?.entries.get('K');
  const open: Open[] = root === undefined ? [] : [{ value: root, page: undefined, text: undefined }];
  const met = new Set<number>();
  for (let looked = 0; open.length > 0 && looked < MOST; looked++) {
    const { value, page, text } = open.pop() as Open;
    pdf.spend(1);
    if (value.type === 'ref') {
      if (met.has(value.number)) continue;
      met.add(value.number);
    }
    const found = pdf.resolve(value);
    if (found?.type === 'number') add(page, found.value, text);
    if (found?.type === 'array') for (const item of found.items) open.push({ value: item, page, text });
    if (found?.type !== 'dict') continue;
    const { entries } = found;
    const own = entries.get('Pg');
    const at = own?.type === 'ref' ? own.number : page;
    const content = pdf.number(entries.get('MCID'));
    if (content !== undefined && !entries.has('Stm')) add(at, content, text);
    const kids = entries.get('K');
    if (kids !== undefined) open.push({ value: kids, page: at, text: text ?? textOf(pdf, found) });
  }
  return texts;
}

function textOf(pdf: Pdf, { entries }: PdfDict): StructureText | undefined {
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
