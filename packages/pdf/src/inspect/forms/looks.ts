import { appearanceOf, FLAG, placement } from '../../content/annotations.ts';
import { readable } from '../../errors.ts';
import { area, intersect } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { EXCERPT, type FindingKind } from '../finding.ts';
import { inherited } from '../inherited.ts';
import type { Report } from '../inspector.ts';
import { type Shown, shownBy, wordsOf } from './appearance.ts';
import { readInPlace } from './texts.ts';
import { plainText, richCharacters, sameText } from './values.ts';
import { type Placed, place } from './widgets.ts';

/** Looks of these are drawn by some readers and passed over by others. */
const UNDECIDED: ReadonlySet<string> = new Set(['', 'Link', 'Movie', 'Popup']);
/** Of a watermark, what its place on paper must share with the one that is seen. */
const SHARE = 0.5;
/** Three figures, with what groups them; or three words. */
const AMOUNT = /\p{Nd}(?:[.,\s]?\p{Nd}){2}/u;
const WORD = /\p{L}{2,}/gu;
const WORDS = 3;
/** Characters of a note that are compared. */
const LONGEST = 10_000;

interface Oddity {
  kind: FindingKind;
  excerpt: string;
}

/** Annotations whose look depends on who draws it, and when (ISO 32000-2 §12.5.5). */
export function reportLooks(pdf: Pdf, annotations: readonly Placed[], report: Report): void {
  for (const annotation of annotations) {
    const odd = readable(() => oddity(pdf, annotation));
    if (odd !== undefined) {
      const excerpt = (odd.excerpt.trim() || annotation.subtype).slice(0, EXCERPT);
      report({ kind: odd.kind, ...place(annotation), excerpt });
    }
  }
}

function oddity(pdf: Pdf, annotation: Placed): Oddity | undefined {
  const { dict, flags, subtype } = annotation;
  // What is hidden is a finding of its own, and a button has a look for each state.
  if ((flags & FLAG.hidden) !== 0 || isButton(pdf, annotation)) return undefined;
  // Where no state is named each reader takes another one.
  const normal = hasStates(pdf, dict) && !dict.entries.has('AS') ? undefined : appearanceOf(pdf, dict);
  if (normal === undefined) return ambiguous(unnamed(pdf, annotation));
  if (subtype === 'Redact')
    return { kind: 'ambiguous_syntax', excerpt: textOf(pdf, annotation, 'OverlayText') };
  return placed(pdf, annotation, normal) ?? hovered(pdf, annotation, normal) ?? told(pdf, annotation, normal);
}

const ambiguous = (excerpt: string | undefined): Oddity | undefined =>
  excerpt === undefined ? undefined : { kind: 'ambiguous_syntax', excerpt };

const hasStates = (pdf: Pdf, { entries }: PdfDict): boolean =>
  pdf.resolve(pdf.dict(entries.get('AP'))?.entries.get('N'))?.type === 'dict';

function isButton(pdf: Pdf, { dict, subtype }: Placed): boolean {
  return subtype === 'Widget' && pdf.name(inherited(pdf, dict, 'FT')) === 'Btn';
}

/** What is shown by those readers that take a state where none is named, or that draw by themselves what has no look. */
function unnamed(pdf: Pdf, annotation: Placed): string | undefined {
  const { dict, subtype } = annotation;
  const looks = pdf.dict(dict.entries.get('AP'));
  for (const look of looks?.entries.values() ?? []) {
    const states = pdf.resolve(look);
    for (const state of states?.type === 'dict' ? states.entries.values() : [look]) {
      const shown = seen(pdf, state);
      if (shown !== undefined) return shown;
    }
  }
  switch (subtype) {
    case 'FreeText': {
      const text = textOf(pdf, annotation, 'Contents');
      pdf.spend(text.length);
      return says(text) ? text : undefined;
    }
    case 'Line':
    case 'PolyLine':
    case 'Polygon':
      return isColoured(pdf, annotation) ? textOf(pdf, annotation, 'Contents') : undefined;
    case 'Highlight':
      return dict.entries.has('C') ? undefined : textOf(pdf, annotation, 'Contents');
    case 'Redact':
      return textOf(pdf, annotation, 'OverlayText');
    case 'Stamp':
      return pdf.name(dict.entries.get('Name')) ?? '';
    default:
      return undefined;
  }
}

/** Some writers leave the look of their notes to the reader. An amount, or more than a word or two, that not every reader shows is told. */
function says(text: string): boolean {
  let words = 0;
  for (const _ of text.matchAll(WORD)) if (++words === WORDS) return true;
  return AMOUNT.test(text);
}

/** Whether lines or an area have a colour: an empty list of its parts stands for none (Table 166). */
const isColoured = (pdf: Pdf, { dict }: Placed): boolean =>
  dict.entries.has('IC') || pdf.array(dict.entries.get('C'))?.items.length !== 0;

/** Whether, and where, it is drawn. */
function placed(pdf: Pdf, annotation: Placed, normal: PdfValue): Oddity | undefined {
  const { flags, subtype, rect } = annotation;
  const form = pdf.resolve(normal);
  if (form?.type !== 'stream' || subtype === 'Widget') return undefined;
  const hasBox = pdf.rectangle(form.dict.entries.get('BBox')) !== undefined;
  if (UNDECIDED.has(subtype) || !hasBox || (flags & FLAG.invisible) !== 0)
    return ambiguous(seen(pdf, normal));
  if (rect !== undefined && placement(pdf, form.dict, rect) === undefined) {
    const excerpt = wordsOf(pdf, normal).trim();
    return excerpt === '' ? undefined : { kind: 'hidden_annotation', excerpt };
  }
  const onPaper = paperRect(pdf, annotation);
  if (rect === undefined || onPaper === undefined) return undefined;
  const stays = area(intersect(rect, onPaper)) >= SHARE * area(rect);
  return stays ? undefined : { kind: 'conditional_annotation', excerpt: seen(pdf, normal) ?? '' };
}

/** Where a watermark stands on paper of the page's size (§12.5.6.22); undefined for what stands where it is seen. */
function paperRect(pdf: Pdf, { dict, rect, page }: Placed): Box | undefined {
  const fixed = pdf.dict(dict.entries.get('FixedPrint'))?.entries;
  if (fixed === undefined || rect === undefined) return undefined;
  const number = (value: PdfValue | undefined, fallback: number): number => pdf.number(value) ?? fallback;
  const items = pdf.array(fixed.get('Matrix'))?.items ?? [];
  const [a, , , d, e, f] = [1, 0, 0, 1, 0, 0].map((plain, at) => number(items[at], plain));
  const [x0, y0, x1, y1] = page.mediaBox;
  const left = x0 + number(fixed.get('H'), 0) * (x1 - x0) + (e ?? 0);
  const bottom = y0 + number(fixed.get('V'), 0) * (y1 - y0) + (f ?? 0);
  return [left, bottom, left + (rect[2] - rect[0]) * (a ?? 1), bottom + (rect[3] - rect[1]) * (d ?? 1)];
}

/** What is seen while a mouse is over it. */
function hovered(pdf: Pdf, { dict, flags, subtype }: Placed, normal: PdfValue): Oddity | undefined {
  const kind = 'conditional_annotation';
  const vanishes = (flags & FLAG.toggleNoView) !== 0 && subtype !== 'Text';
  const shown = vanishes ? seen(pdf, normal) : undefined;
  if (shown !== undefined) return { kind, excerpt: shown };
  const looks = pdf.dict(dict.entries.get('AP'))?.entries;
  for (const key of ['R', 'D']) {
    const other = looks?.get(key);
    if (pdf.resolve(other)?.type !== 'stream' || other === undefined) continue;
    const [shown, usual] = [shownBy(pdf, other), shownBy(pdf, normal)];
    if (!isAlike(shown, usual)) return { kind, excerpt: shown.text };
  }
  return undefined;
}

const isAlike = (one: Shown, other: Shown): boolean =>
  plainText(one.text) === plainText(other.text) &&
  one.pictures === other.pictures &&
  one.areas === other.areas;

/** A text box that says something else than it shows: editors draw it anew from what it says, or from its rich text. */
function told(pdf: Pdf, annotation: Placed, normal: PdfValue): Oddity | undefined {
  if (annotation.subtype !== 'FreeText') return undefined;
  const held = textOf(pdf, annotation, 'Contents');
  const shown = shownBy(pdf, normal);
  if (shown.pictures || held === '') return undefined;
  const isSame = sameText(plainText(shown.text), plainText(held));
  const rich = richCharacters(textOf(pdf, annotation, 'RC'));
  const isRich = plainText(rich) === '' || sameText(plainText(rich), plainText(held));
  const other = !isSame ? shown.text : isRich ? readInPlace(pdf, shown, held) : rich;
  if (other === undefined) return undefined;
  const words = (text: string): string =>
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, EXCERPT / 2 - 2);
  return { kind: 'field_value_differs', excerpt: `${words(other) || '—'} ≠ ${words(held)}` };
}

/** What a look shows; '' for what is no text, undefined for nothing but lines and rectangles. */
function seen(pdf: Pdf, look: PdfValue): string | undefined {
  const { text, pictures }: Shown = shownBy(pdf, look);
  return text.trim() === '' && !pictures ? undefined : text;
}

const textOf = (pdf: Pdf, { dict }: Placed, key: string): string =>
  pdf.text(dict.entries.get(key), LONGEST)?.slice(0, LONGEST).trim() ?? '';
