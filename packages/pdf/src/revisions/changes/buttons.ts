import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { FormField } from '../form.ts';
import { allLooks } from './appearance.ts';
import { captionsOf, PUSH_BUTTON } from './awaited.ts';
import { type Answer, gravest, normal, UNNAMED, writings } from './filled.ts';
import { entry } from './step.ts';
import type { Writing } from './writing.ts';

const DIGIT = /\p{Nd}/u;

const isPushButton = ({ type, flags }: FormField): boolean => type === 'Btn' && (flags & PUSH_BUTTON) !== 0;

/** Whether the looks of a button show what readers would draw in their place: its caption, or the sign in a box. */
export const showsButton = (pdf: Pdf, field: FormField, widget: PdfDict): Answer =>
  gravest(
    writings(pdf, widget).map((writing) =>
      isPushButton(field) ? showsCaption(pdf, widget, writing) : showsSign(writing),
    ),
  );

function showsCaption(pdf: Pdf, widget: PdfDict, { whole, drawings, isUnread, isMisread }: Writing): Answer {
  const shown = normal(whole);
  if (isMisread) return 'no';
  if (isUnread || UNNAMED.test(whole)) return 'unread';
  const captions = captionsOf(pdf, widget).map(normal);
  const isSaid = shown === '' ? drawings > 0 || captions.length === 0 : captions.includes(shown);
  if (!isSaid) return 'no';
  return drawings > 0 ? 'unread' : 'yes';
}

/** A box shows a sign and no words: one drawing, or one letter that is no digit. */
function showsSign({ whole, drawings, isWord, isUnread, isMisread }: Writing): Answer {
  const shown = [...normal(whole)];
  if (isMisread || shown.length > 1) return 'no';
  return isUnread || isWord || drawings + shown.length > 1 || DIGIT.test(whole) ? 'unread' : 'yes';
}

/**
 * Whether the boxes of a field show another choice than its value says (§12.7.5.2): one that is on while the value is
 * another, or none while the value is one of them. Boxes without looks are drawn by the value.
 */
export function contradicts(pdf: Pdf, field: FormField | undefined): boolean {
  if (field?.type !== 'Btn' || isPushButton(field)) return false;
  const value = pdf.resolve(field.value);
  const held = value?.type === 'name' ? value.value : (pdf.text(value) ?? OFF);
  pdf.spend(field.widgets.length);
  const boxes = field.widgets.filter(({ dict }) => allLooks(pdf, dict).length > 0);
  const states = boxes.map(({ dict }) => stateOf(pdf, dict));
  if (states.some((state) => state !== OFF && state !== held)) return true;
  const isOffered = boxes.some(
    ({ dict }) => pdf.dict(entry(pdf.dict(entry(dict, 'AP')), 'N'))?.entries.has(held) === true,
  );
  return held !== OFF && isOffered && !states.includes(held);
}

const OFF = 'Off';

/** The state in which a box is shown. */
export const stateOf = (pdf: Pdf, widget: PdfDict | undefined): string =>
  pdf.name(entry(widget, 'AS')) ?? OFF;
