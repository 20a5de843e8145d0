import type { Widget } from '../form.ts';
import { lettersIn } from '../sight/hides.ts';
import type { FieldSpot } from './stamps.ts';
import type { Step } from './step.ts';

const DIGIT = /\p{Nd}/u;
/** A number of at least two figures, since one alone counts places to sign; and one that is a date. */
const NUMBER = /\p{Nd}[\p{Nd}.,]*\p{Nd}/gu;
const DATE = /^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/;
/** Letters of words that call to sign, at most. */
const LONGEST_CALL = 30;
/** What programs put where they are to find the place: eyes see its brackets, too. */
const PLACE_MARK = /^(?:\{\{.*\}\}|\[\[.*\]\]|<<.*>>)$/u;

/**
 * What the place of a further signature showed while it was empty is gone once somebody signs there: what it had hidden is seen then,
 * and a number that it showed no longer.
 */
export function judgeFormerLook(step: Step, widgets: readonly Widget[], spot: FieldSpot): void {
  for (const { ref } of widgets) {
    if (ref === undefined) continue;
    const here = { ...spot, object: ref.number };
    const { effect, text, isDrawn } = step.hidBefore(ref.number);
    if (effect === 'hides' && !isDrawn && callsToSign(text)) step.explain('drawn_over', '/AP', here);
    else if (effect === 'hides') step.forbid('covers_content', '/AP', here, 'further_signature');
    else if (effect === 'unread') step.explain('unread_look', '/AP', here);
    else if (losesNumber(step, ref.number)) step.explain('drawn_over', '/AP', here);
  }
}

/** Whether letters that were hidden may be some that call to sign there: a few words without a figure, or a mark of a program. */
const callsToSign = (hidden: string): boolean =>
  hidden !== '' && hidden.length <= LONGEST_CALL && (!DIGIT.test(hidden) || PLACE_MARK.test(hidden));

/** Whether a number that a widget showed is none that it shows now. */
function losesNumber(step: Step, object: number): boolean {
  // Figures of one number may be painted one by one.
  const numbersIn = (when: 'earlier' | 'later'): string[] => {
    const written = step.looks(object, when).flatMap((look) => look.written);
    const letters = written.flatMap((each) => lettersIn(step[when], each));
    return (
      letters
        .map(({ text }) => text)
        .join('')
        .match(NUMBER) ?? []
    );
  };
  const numbers = numbersIn('earlier').filter((number) => !DATE.test(number));
  if (numbers.length === 0) return false;
  const shown = new Set(numbersIn('later'));
  return numbers.some((number) => !shown.has(number));
}
