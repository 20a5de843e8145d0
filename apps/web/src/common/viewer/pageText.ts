import { type Folded, fold, type Span } from './fold.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';
import { within } from './within.ts';

/** Runs of text of one page that are laid out and searched; no page that is read has more. */
export const mostRuns = 20_000;
/** UTF-16 units of text that are kept of one document, to search it again. */
const mostKept = 8_000_000;
/** Until the text of a page must be there, in milliseconds. */
const textMs = 15_000;

/** The text of a page, run by run as PDF.js gives it. */
export interface PageText {
  folded: Folded;
  /** Where each run begins in the text of the whole page. */
  starts: number[];
}

interface Run {
  str: string;
  hasEOL: boolean;
}

/** Joins runs to the page's text; the end of a line counts as white space. */
export function joinRuns(runs: Run[]): PageText {
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of runs.slice(0, mostRuns)) {
    starts.push(text.length);
    text += hasEOL ? `${str}\n` : str;
  }
  return { folded: fold(text), starts };
}

/** A piece of one run. */
export interface RunPart {
  run: number;
  from: number;
  to: number;
}

/** The parts of runs that `span` of the page's text covers. */
export function partsOf({ starts, folded }: PageText, { start, end }: Span): RunPart[] {
  const all = folded.at.at(-1) ?? 0;
  const parts: RunPart[] = [];
  let low = 0;
  for (let high = starts.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  for (let run = low; run < starts.length; run += 1) {
    const begin = starts[run] ?? 0;
    if (begin >= end) break;
    const stop = starts[run + 1] ?? all;
    const part = { run, from: Math.max(0, start - begin), to: Math.min(end, stop) - begin };
    if (part.to > part.from) parts.push(part);
  }
  return parts;
}

const kept = new WeakMap<PDFDocumentProxy, { pages: Map<number, PageText>; size: number }>();

/** The text of page `number`; it is remembered as long as the document's pages are not too many. */
export async function pageText(pdf: PDFDocumentProxy, number: number): Promise<PageText> {
  const store = kept.get(pdf) ?? { pages: new Map<number, PageText>(), size: 0 };
  kept.set(pdf, store);
  const known = store.pages.get(number);
  if (known) return known;
  const page = await within(textMs, pdf.getPage(number));
  const { items } = await within(textMs, page.getTextContent());
  const text = joinRuns(items.flatMap((item) => ('str' in item ? [item] : [])));
  if (store.size + text.folded.text.length <= mostKept) {
    store.pages.set(number, text);
    store.size += text.folded.text.length;
  }
  return text;
}
