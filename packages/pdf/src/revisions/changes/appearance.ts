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

/** Whether annotations are permitted and this one cannot hide, or stand for, what was signed. */
export function mayAnnotate(step: Step, number: number): boolean {
  const { now, permission, permissions } = step;
  if (permission < 3 || permissions.locks.some(({ action }) => action === 'All')) return false;
  const dict = now.dict(now.object(number)?.value);
  const subtype = now.name(entry(dict, 'Subtype')) ?? '';
  const normal = now.resolve(entry(now.dict(entry(dict, 'AP')), 'N'));
  const painted = normal?.type === 'stream' ? content(now, normal) : '';
  if (SHOWS_TEXT.test(painted)) return false;
  if (REMARKS.has(subtype)) return true;
  const filled = (now.array(entry(dict, 'IC'))?.items.length ?? 0) > 0 || FILLS.test(painted);
  return DRAWINGS.has(subtype) && !filled;
}

const SHOWS_TEXT = /\b(?:Tj|TJ|Do)\b/;
const FILLS = /(?:^|\s)(?:f|F|f\*|B|B\*|b|b\*|sh)(?=\s|$)/;

/** Bytes of an appearance that are looked at. */
const LOOKED_AT = 65_536;

type Stream = Extract<PdfValue, { type: 'stream' }>;

const shows = (pdf: Pdf, stream: Stream): boolean => /\S/.test(content(pdf, stream));

/** The beginning of an appearance, enough to know whether it paints; one that cannot be read is taken to. */
export function content(pdf: Pdf, stream: Stream): string {
  const bytes = readable(() => pdf.decoded(stream));
  return bytes === undefined ? 'Do' : latin1(bytes, 0, Math.min(bytes.length, LOOKED_AT));
}

/** Whether a widget shows something of its own. */
export function hasAppearance(pdf: Pdf, widget: PdfDict): boolean {
  const box = pdf.rectangle(entry(widget, 'Rect'));
  const normal = pdf.resolve(entry(pdf.dict(entry(widget, 'AP')), 'N'));
  return (
    box !== undefined && box[0] < box[2] && box[1] < box[3] && normal?.type === 'stream' && shows(pdf, normal)
  );
}
