import { readable } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { FindingKind } from '../finding.ts';
import type { Inspected, Report } from '../inspector.ts';
import { eachReference } from './graph.ts';
import type { Shape } from './shapes.ts';
import type { Survey } from './survey.ts';

const KINDS: Record<Shape, FindingKind> = {
  catalog: 'unreferenced_page',
  page: 'unreferenced_page',
  content: 'unreferenced_content',
  form: 'unreferenced_content',
  font: 'unreferenced_font',
};

/** Operators that show text: what a person would read. */
const SHOWS_TEXT = /(?:\bTj|\bTJ|'|")\s/;
const SHOWS_OBJECT = /\/[^\s/]+\s+Do\b/;
/** Characters of a stream that are looked at. */
const LOOKED_AT = 65_536;

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
  for (const { number, shape, revision } of left) {
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

/** Whether a stream shows text or an image: frames and empty appearances are what editors leave behind. */
function isSeen(pdf: Pdf, number: number): boolean {
  const value = pdf.object(number)?.value;
  const bytes = value?.type === 'stream' ? pdf.decodedWithin(value, pdf.limits.streamBytes) : undefined;
  if (value?.type !== 'stream' || bytes === undefined) return false;
  const text = latin1(bytes, 0, Math.min(bytes.length, LOOKED_AT));
  if (text.includes('BT') && SHOWS_TEXT.test(text)) return true;
  const resources = pdf.dict(value.dict.entries.get('Resources'));
  if (!SHOWS_OBJECT.test(text)) return false;
  if (resources === undefined) return true;
  const objects = pdf.dict(resources.entries.get('XObject'))?.entries.values() ?? [];
  return [...objects].some((object) => pdf.name(pdf.dict(object)?.entries.get('Subtype')) === 'Image');
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
