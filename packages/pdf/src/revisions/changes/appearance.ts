import { readNumbers } from '../../content/colour/functions.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Box } from '../pages.ts';
import type { Look } from '../sight/look.ts';
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
/** Of these, those whose icon may be drawn as letters are. */
const ICONS = new Set(['Text', 'FileAttachment']);
/** Sides of an icon, in units of default user space. */
const ICON = 40;
/** Marks that do so where they are lines only. */
const DRAWINGS = new Set(['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink']);
/** Sides of the ending of a line, in widths of it. */
const ENDING = 12;
/** Filled drawings of the size of letters, from which they may be some. */
const WORD = 2;

/** Whether a look shows words or pictures, or something that is not read. */
const maySay = ({ written, pictures, masked, isUnread }: Look): boolean =>
  written.length + pictures + masked > 0 || isUnread;

/** Whether an annotation cannot stand for what was signed: it writes nothing and shows no picture. */
export function mayAnnotate(step: Step, number: number): boolean {
  const { later } = step;
  const dict = later.dict(later.object(number)?.value);
  const subtype = later.name(entry(dict, 'Subtype')) ?? '';
  const looks = step.looks(number);
  if (looks.some(maySay)) return false;
  // Readers write its caption where it has no look (§12.5.6.7).
  if (readable(() => later.boolean(entry(dict, 'Cap'))) === true && looks.every(({ isSeen }) => !isSeen))
    return false;
  if (REMARKS.has(subtype)) {
    const [x0, y0, x1, y1] = step.rectOf(number) ?? [0, 0, 0, 0];
    const isIcon = ICONS.has(subtype) && Math.max(x1 - x0, y1 - y0) <= ICON;
    return isIcon || looks.every(({ drawings }) => drawings < WORD);
  }
  const fills = looks.flatMap((look) => look.fills);
  if (subtype === 'Line') return areEndings(later, dict, fills);
  const filled = (later.array(entry(dict, 'IC'))?.items.length ?? 0) > 0 || fills.length > 0;
  return DRAWINGS.has(subtype) && !filled;
}

/** Whether areas are no more than the endings of a line, one at each (§12.5.6.7): /IC gives the colour of these alone. */
function areEndings(pdf: Pdf, line: PdfDict | undefined, fills: readonly Box[]): boolean {
  const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = readable(() => readNumbers(pdf, entry(line, 'L'))) ?? [];
  const style = readable(() => pdf.dict(entry(line, 'BS')));
  const side = ENDING * Math.max(1, readable(() => pdf.number(entry(style, 'W'))) ?? 1);
  const ends = [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ];
  const at = fills.map((box) => ends.findIndex(({ x, y }) => isEnding(box, x, y, side)));
  return !at.includes(-1) && new Set(at).size === at.length;
}

function isEnding(box: Box, x: number, y: number, side: number): boolean {
  const near = side / 2;
  const isSmall = Math.max(box[2] - box[0], box[3] - box[1]) <= side;
  return isSmall && x >= box[0] - near && x <= box[2] + near && y >= box[1] - near && y <= box[3] + near;
}

/** Those whose text readers write by themselves (§12.5.6.6, 12 and 23). */
const TEXTS = new Set(['FreeText', 'Stamp', 'Redact']);

/** Whether an annotation shows words or pictures of its own, which go with it. */
export function saysSomething(step: Step, number: number): boolean {
  const { earlier } = step;
  const dict = earlier.dict(earlier.object(number)?.value);
  const subtype = earlier.name(entry(dict, 'Subtype')) ?? '';
  if (ICONS.has(subtype) || subtype === 'Popup') return false;
  const looks = step.looks(number, 'earlier');
  return (
    looks.some(maySay) || (TEXTS.has(subtype) && looks.length > 0 && allLooks(earlier, dict).length === 0)
  );
}

type Stream = Extract<PdfValue, { type: 'stream' }>;

/** Every appearance, those under the mouse included (§12.5.5: normal, rollover and down). */
export function allLooks(pdf: Pdf, annotation: PdfDict | undefined): Stream[] {
  const dict = readable(() => pdf.dict(entry(annotation, 'AP')));
  return ['N', 'R', 'D'].flatMap((key) => {
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
