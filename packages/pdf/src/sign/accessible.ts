import { readable } from '../errors.ts';
import { type Claims, claimsOf } from '../revisions/claims.ts';
import { type Page, pageAt, pages } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { textString } from '../syntax/strings.ts';
import type { PdfDict } from '../syntax/values.ts';
import type { Update } from '../write/update.ts';
import { type Document, readDocument } from './admit.ts';
import { addFormElement, signedFormElement, takesFormElement } from './structure.ts';
import { alternateText, type Language, type WordedAs } from './words.ts';

/** A new widget as readers for the blind come to it. */
export interface Told {
  kind: WordedAs;
  /** Whether it has an area on its page. */
  isSeen: boolean;
  /** Whose signature it is. */
  name?: string | undefined;
  /** The language for a document that says none. */
  language?: Language | undefined;
}

/** Pages whose tab order is set beforehand: each is written anew. */
const MOST_PAGES = 1000;

/** PDF 2.0 and later. */
export function isModern(pdf: Pdf): boolean {
  const version = pdf.name(pdf.catalog.entries.get('Version')) ?? '';
  return version >= '2' || pdf.version >= '2';
}

const isTagged = (pdf: Pdf): boolean => pdf.catalog.entries.has('StructTreeRoot');

/**
 * The entries of a new widget that tell of it: its words, and in a tagged document its place in the structure tree. PDF/UA-1
 * (§7.18) has widgets in a `Form` element with /TU; in PDF/UA-2 (§8.9.2.4.13, §8.10.2.3) they have /Contents, and those
 * without an area stand outside of the tree. The tree changes before the first signature only: validators take a later
 * change of it for a change of what was signed.
 */
export function accessibleEntries(
  pdf: Pdf,
  update: Update,
  document: Document,
  { widget, page, told }: { widget: number; page: Page; told: Told },
): string {
  const { kind, isSeen, name, language } = told;
  const hasPlace = isTagged(pdf) && (isSeen || claimsOf(pdf).pdfua === '1');
  const isFirst = document.signed.length === 0;
  const shared = hasPlace && !isFirst ? signedFormElement(pdf, document) : undefined;
  const { text, lang } = alternateText(pdf, kind, {
    name,
    ...(language === undefined ? {} : { preferred: language }),
    ...(shared?.lang === undefined ? {} : { within: shared.lang }),
  });
  const key = hasPlace && isFirst ? addFormElement(pdf, update, widget, page, lang) : shared?.key;
  const words = textString(text);
  const isNew = isModern(pdf) && isTagged(pdf);
  return (
    (isSeen || key !== undefined ? `/TU${words}` : '') +
    (isNew ? `/Contents${words}` : '') +
    // An entry of PDF 2.0; before, the element says it.
    (isNew && lang !== undefined ? `/Lang${textString(lang)}` : '') +
    (key === undefined ? '' : `/StructParent ${key}`)
  );
}

/**
 * Gives pages the tab order of the structure before the first signature: in a tagged document the page with the widget, and
 * all pages of one that claims PDF/UA (part 1 §7.18.3, part 2 §8.9.3.3), so that those who sign later find it there.
 */
export function orderTabs(pdf: Pdf, update: Update, document: Document, page: Page): void {
  if (!isTagged(pdf) || document.signed.length > 0) return;
  const claims = claimsOf(pdf);
  const set = ({ object, generation, dict }: Page): void =>
    update.set({ number: object, generation }, dict, 'Tabs', '/S');
  if (claims.pdfua === undefined) {
    if (!page.dict.entries.has('Tabs')) set(page);
    return;
  }
  // What is behind a page that cannot be read cannot be shown either.
  readable(() => {
    for (const one of pages(pdf)) {
      if (one.number > MOST_PAGES && one.object !== page.object) continue;
      if (!hasOrder(pdf, one.dict, claims)) set(one);
    }
  });
}

/**
 * Whether a new signature that is seen leaves the accessibility whole that the document claims. It does before the first
 * signature, where the structure tree takes an element for it; afterwards only where that one stands in the structure tree and every page has its tab order, because
 * neither can be added any more.
 */
export function keepsWhenSeen(pdf: Pdf): boolean {
  const claims = claimsOf(pdf);
  if (claims.pdfua === undefined) return true;
  const document = readDocument(pdf);
  if (document.signed.length === 0) return takesFormElement(pdf);
  if (signedFormElement(pdf, document) === undefined) return false;
  for (const page of pages(pdf)) if (!hasOrder(pdf, page.dict, claims)) return false;
  return true;
}

/** The page of a widget without an area: the first, or the first that has a tab order where none can be given any more. */
export function pageOfUnseen(pdf: Pdf, { signed }: Document): Page {
  const first = pageAt(pdf, 1);
  const claims = signed.length === 0 ? {} : claimsOf(pdf);
  if (claims.pdfua === undefined || hasOrder(pdf, first.dict, claims)) return first;
  return readable(() => firstOrdered(pdf, claims)) ?? first;
}

function firstOrdered(pdf: Pdf, claims: Claims): Page | undefined {
  for (const page of pages(pdf)) if (hasOrder(pdf, page.dict, claims)) return page;
  return undefined;
}

function hasOrder(pdf: Pdf, page: PdfDict, { pdfua }: Claims): boolean {
  const order = pdf.name(page.entries.get('Tabs')) ?? '';
  return order === 'S' || (pdfua !== '1' && (order === 'A' || order === 'W'));
}
