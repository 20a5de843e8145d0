import { readable } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { entry, type Step } from './step.ts';

/** Marks whose icon or colour leaves what is under them to be read. */
const REMARKS = new Set([
  'Text',
  'Popup',
  'Link',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'FileAttachment',
]);
/** Marks that do so where they are lines only. */
const DRAWINGS = new Set(['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink']);

/** Whether an annotation cannot hide, or stand for, what was signed. */
export function mayAnnotate({ later }: Step, number: number): boolean {
  const dict = later.dict(later.object(number)?.value);
  const subtype = later.name(entry(dict, 'Subtype')) ?? '';
  const painted = normalLooks(later, dict)
    .map((look) => content(later, look))
    .join('\n');
  if (SHOWS_TEXT.test(painted)) return false;
  if (REMARKS.has(subtype)) return true;
  const filled = (later.array(entry(dict, 'IC'))?.items.length ?? 0) > 0 || FILLS.test(painted);
  return DRAWINGS.has(subtype) && !filled;
}

/** Every operator that shows text, an image or another form (§9.4.3, §8.8, §8.9.7). */
const SHOWS_TEXT = /\b(?:Tj|TJ|Do|BI)\b|[)>]\s*['"]/;
const FILLS = /(?:^|\s)(?:f|F|f\*|B|B\*|b|b\*|sh)(?=\s|$)/;

/** Bytes of an appearance that are looked at; a longer one is taken to show what it may. */
const LOOKED_AT = 1024 * 1024;

type Stream = Extract<PdfValue, { type: 'stream' }>;

const shows = (pdf: Pdf, stream: Stream): boolean => /\S/.test(content(pdf, stream));

/** An appearance, to know what it paints; one that cannot be read is taken to paint. */
export function content(pdf: Pdf, stream: Stream): string {
  const bytes = readable(() => pdf.decoded(stream));
  return bytes === undefined || bytes.length > LOOKED_AT ? ' Do ' : latin1(bytes, 0, bytes.length);
}

/** The normal appearance, or those of all states: which one is seen is up to /AS. */
const normalLooks = (pdf: Pdf, annotation: PdfDict | undefined): Stream[] => looks(pdf, annotation, ['N']);

/** Every appearance, those under the mouse included (§12.5.5: normal, rollover and down). */
export const allLooks = (pdf: Pdf, annotation: PdfDict | undefined): Stream[] =>
  looks(pdf, annotation, ['N', 'R', 'D']);

function looks(pdf: Pdf, annotation: PdfDict | undefined, keys: readonly string[]): Stream[] {
  const dict = readable(() => pdf.dict(entry(annotation, 'AP')));
  return keys.flatMap((key) => {
    const look = readable(() => pdf.resolve(entry(dict, key)));
    if (look?.type === 'stream') return [look];
    if (look?.type !== 'dict') return [];
    pdf.spend(look.entries.size);
    return [...look.entries.values()].flatMap((value) => {
      const state = readable(() => pdf.resolve(value));
      return state?.type === 'stream' ? [state] : [];
    });
  });
}

/** Whether a widget shows something of its own. */
export function hasAppearance(pdf: Pdf, widget: PdfDict): boolean {
  const box = pdf.rectangle(entry(widget, 'Rect'));
  if (box === undefined || !(box[0] < box[2] && box[1] < box[3])) return false;
  return normalLooks(pdf, widget).some((look) => shows(pdf, look));
}

/** Whether a normal appearance shows letters or an image. */
export function showsText(pdf: Pdf, annotation: PdfDict): boolean {
  const normal = pdf.resolve(entry(pdf.dict(entry(annotation, 'AP')), 'N'));
  if (normal?.type !== 'stream') return normal !== undefined;
  return SHOWS_TEXT.test(content(pdf, normal));
}

/** References to everything that an annotation or a widget may look like, the dictionaries between included. */
export function appearanceStreams(pdf: Pdf, annotation: PdfDict): number[] {
  const found: number[] = [];
  const open: (PdfValue | undefined)[] = [entry(annotation, 'AP')];
  for (let depth = 0; depth < 3; depth++) {
    const level = open.splice(0);
    for (const value of level) {
      if (value?.type === 'ref') found.push(value.number);
      const resolved = readable(() => pdf.resolve(value));
      if (resolved?.type !== 'dict') continue;
      pdf.spend(resolved.entries.size);
      open.push(...resolved.entries.values());
    }
  }
  return found;
}
