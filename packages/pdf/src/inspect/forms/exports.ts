import type { Pdf } from '../../syntax/pdf.ts';
import { type Option, plainText } from './values.ts';

/** Digits of an amount: options are numbered, and years and codes are short. */
const AMOUNT = 3;
const LETTER = /\p{L}/u;
/** Figures with what groups them. */
const NUMBERS = /\p{Nd}+(?:[.,'\u00a0\u202f]\p{Nd}+)*/gu;
/** Characters of an option that are compared, and what an option costs. */
const LONGEST = 200;
const COMPARED = 64;

/** An option with the numbers of both its sides. */
interface Numbered extends Option {
  /** The number that it exports, where that is all that it exports. */
  sent: string | undefined;
  shown: string[];
}

/** What an option shows that is sent as something else than that: as another option, or as another number. */
export function otherLabel(pdf: Pdf, all: readonly Option[], held: readonly string[]): string | undefined {
  pdf.spend(COMPARED * all.length);
  const values = new Set(held);
  const twice = sentTwice(all, values);
  if (twice !== undefined) return twice;
  const chosen = all.filter(({ exported, label }) => values.has(exported) && exported !== label);
  if (chosen.length === 0) return undefined;
  const labels = new Set(all.map(({ label }) => folded(label)));
  const numbered = all.map(
    ({ exported, label }): Numbered => ({
      exported,
      label,
      sent: numberOf(exported),
      shown: numbersOf(label),
    }),
  );
  const isByNumber = exportsNumbers(numbered);
  return chosen.find(({ exported, label }) => {
    const sent = folded(exported);
    // What is sent is what another option shows; options that are numbered from zero are no exchange.
    if (LETTER.test(sent) && sent !== folded(label) && labels.has(sent)) return true;
    return isOtherAmount(exported, label) || (isByNumber && isOtherNumber(exported, label));
  })?.label;
}

/** Of options that show different texts and are sent as the same that is held, the first one: readers show either. */
function sentTwice(all: readonly Option[], held: ReadonlySet<string>): string | undefined {
  const labels = new Map<string, string>();
  for (const { exported, label } of all) {
    if (!held.has(exported)) continue;
    const known = labels.get(exported);
    if (known !== undefined && folded(known) !== folded(label)) return known;
    labels.set(exported, label);
  }
  return undefined;
}

/** As it is read, whatever its case. */
const folded = (text: string): string => plainText(text.slice(0, LONGEST)).toLowerCase();

/** Whether an option is sent as another amount than it shows: a number of as many digits, and not one that it shows. */
function isOtherAmount(exported: string, label: string): boolean {
  const [sent = '', shown = ''] = [exported, label].map((text) => text.replace(/\P{Nd}/gu, ''));
  const isAmount = sent.length >= AMOUNT && shown.length === sent.length;
  return isAmount && sent !== shown && !numbersOf(label).includes(numberOf(exported) ?? '');
}

const isOtherNumber = (exported: string, label: string): boolean => {
  const [sent, shown] = [numberOf(exported), numbersOf(label)];
  return sent !== undefined && shown.length > 0 && !shown.includes(sent);
};

/**
 * Whether options export the numbers that they show, most of the others, or all in another order. What is counted one
 * by one are places in the list.
 */
function exportsNumbers(all: readonly Numbered[]): boolean {
  const known = all.filter(({ sent, shown }) => sent !== undefined && shown.length > 0);
  const isCounted = known.every(
    ({ sent }, at) => at === 0 || Number(sent) === Number(known[at - 1]?.sent) + 1,
  );
  if (known.length < 2 || isCounted) return false;
  const same = known.filter(({ sent = '', shown }) => shown.includes(sent)).length;
  if (same >= known.length - same) return true;
  const shown = new Set(known.flatMap((one) => one.shown));
  const sent = new Set(known.map((one) => one.sent));
  return shown.size === sent.size && known.every((one) => one.sent !== undefined && shown.has(one.sent));
}

function numberOf(exported: string): string | undefined {
  const found = numbersOf(exported);
  return found.length === 1 && !LETTER.test(exported) ? found[0] : undefined;
}

/** Without what groups them, and in plain digits. */
const numbersOf = (text: string): string[] =>
  (text.slice(0, LONGEST).normalize('NFKC').match(NUMBERS) ?? []).map((number) =>
    number.replace(/\P{Nd}/gu, '').replace(/^0+(?=.)/u, ''),
  );
