import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import type { FindingKind } from '../finding.ts';
import { shownBy } from '../forms/appearance.ts';
import type { Inspected, Report } from '../inspector.ts';
import { eachReference } from './graph.ts';
import type { Shape } from './shapes.ts';
import { showingOf } from './showing.ts';
import type { Shaped, Survey } from './survey.ts';

const KINDS: Record<Shape, FindingKind> = {
  catalog: 'unreferenced_page',
  page: 'unreferenced_page',
  content: 'unreferenced_content',
  form: 'unreferenced_content',
  font: 'unreferenced_font',
};

/** Bytes of a former look that are looked at. */
const LOOKED_AT = 65_536;
/** Forms in use of one box that an orphan is compared with. */
const OF_A_BOX = 8;

/**
 * Objects that nothing leads to and that are shaped to be seen: an update needs to change a single reference to
 * show them in another's place. What an earlier state of the file showed is no such preparation.
 */
export function inspectUnreferenced({ pdf }: Inspected, found: Survey, report: Report): void {
  const roots = new Set<number>();
  for (const { trailer } of pdf.sections) eachReference(trailer, (number) => roots.add(number));
  const reached = found.references.reached(roots);
  const left = found.shaped.filter(({ number }) => !reached.has(number));
  if (left.length === 0) return;
  const inUse = new Set<string>();
  for (const { number, shape } of found.shaped) {
    if (shape === 'font' && reached.has(number)) inUse.add(readable(() => fontName(pdf, number)) ?? '');
  }
  const forms = once(() =>
    formsByBox(
      pdf,
      found.shaped.filter(({ number }) => reached.has(number)),
    ),
  );
  for (const { number, shape, revision } of left) {
    if (shape === 'form' && readable(() => isFormerLook(pdf, number, forms)) === true) continue;
    const excerpt = readable(() => prepared(pdf, number, shape, inUse));
    if (excerpt !== undefined) report({ kind: KINDS[shape], object: number, revision, excerpt });
  }
}

/** What to call an object that could be shown in another's place; undefined where it could not. */
function prepared(pdf: Pdf, number: number, shape: Shape, inUse: ReadonlySet<string>): string | undefined {
  if (shape === 'font') {
    const name = fontName(pdf, number);
    return inUse.has(name) && isOwn(pdf, number) ? name : undefined;
  }
  if ((shape === 'content' || shape === 'form') && !isSeen(pdf, number)) return undefined;
  return `/${shape[0]?.toUpperCase()}${shape.slice(1)}`;
}

/**
 * Whether a form is what a field looked like before it was drawn anew, in a box that a look in use has: it says the
 * same, or its text is a former value, which stands between `/Tx BMC` and `EMC` alone (§12.7.4.3). Programs leave such
 * looks behind, and whoever may fill a field can bring another.
 */
function isFormerLook(pdf: Pdf, number: number, forms: () => ReadonlyMap<string, PdfStream[]>): boolean {
  const value = pdf.object(number)?.value;
  const bytes = value?.type === 'stream' ? pdf.decodedWithin(value, LOOKED_AT) : undefined;
  if (value?.type !== 'stream' || bytes === undefined) return false;
  const { objects, textBesideValue } = showingOf(pdf, bytes);
  if (objects) return false;
  const alike = forms().get(boxOf(pdf, value)) ?? [];
  if (!textBesideValue) return alike.length > 0;
  const { text: shown, pictures } = shownBy(pdf, value);
  return !pictures && alike.some((form) => readable(() => shownBy(pdf, form).text) === shown);
}

/** The forms among some objects, a few of each box. */
function formsByBox(pdf: Pdf, shaped: readonly Shaped[]): ReadonlyMap<string, PdfStream[]> {
  const forms = new Map<string, PdfStream[]>();
  for (const { number, shape } of shaped) {
    const value = shape === 'form' ? readable(() => pdf.object(number)?.value) : undefined;
    const box = value?.type === 'stream' ? readable(() => boxOf(pdf, value)) : undefined;
    if (value?.type !== 'stream' || box === undefined) continue;
    const known = forms.get(box) ?? [];
    if (known.length < OF_A_BOX) known.push(value);
    forms.set(box, known);
  }
  return forms;
}

const boxOf = (pdf: Pdf, { dict }: PdfStream): string => `${pdf.rectangle(dict.entries.get('BBox'))}`;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Whether a stream shows text or an image: frames and empty appearances are what editors leave behind. */
function isSeen(pdf: Pdf, number: number): boolean {
  const value = pdf.object(number)?.value;
  const bytes = value?.type === 'stream' ? pdf.decodedWithin(value, pdf.limits.streamBytes) : undefined;
  if (value?.type !== 'stream' || bytes === undefined) return false;
  const { text, objects } = showingOf(pdf, bytes);
  if (text || !objects) return text;
  const resources = pdf.dict(value.dict.entries.get('Resources'));
  if (resources === undefined) return true;
  const shown = pdf.dict(resources.entries.get('XObject'))?.entries.values() ?? [];
  return [...shown].some((object) => pdf.name(pdf.dict(object)?.entries.get('Subtype')) === 'Image');
}

/** The name without the tag of a subset (§9.9.2). */
function fontName(pdf: Pdf, number: number): string {
  const name = pdf.name(pdf.dict(pdf.object(number)?.value)?.entries.get('BaseFont')) ?? '';
  return name.replace(/^[A-Z]{6}\+/, '');
}

/** Whether a font brings glyphs or a map of its own: any other looks as the viewer likes. */
function isOwn(pdf: Pdf, number: number): boolean {
  const entries = pdf.dict(pdf.object(number)?.value)?.entries;
  const encoding = pdf.resolve(entries?.get('Encoding'));
  const custom = encoding !== undefined && encoding.type !== 'name';
  return (
    custom || ['ToUnicode', 'FontDescriptor', 'DescendantFonts', 'CharProcs'].some((key) => entries?.has(key))
  );
}
