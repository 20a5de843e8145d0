import { readable } from '../../errors.ts';
import type { FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { inherited } from '../inherited.ts';
import { wordsOf } from './appearance.ts';
import { compareLooks } from './buttonlooks.ts';
import { heldText, plainText } from './values.ts';
import type { Placed } from './widgets.ts';

/** Where a button shows another state than the field holds, and which. */
export interface Difference {
  at: Placed;
  /** '' for a button that looks off. */
  shown: string;
}

/**
 * Compares what check boxes and radio buttons show with the field's value: a button shows its /AS where its normal
 * appearance has a stream for it (§12.7.5.2).
 */
export function compareButton(
  pdf: Pdf,
  widgets: readonly Placed[],
  field: FormField,
  held: string,
): Difference | undefined {
  const states = widgets.map((at) => ({ at, ...statesOf(pdf, at) }));
  const known = states.filter(({ on }) => on.size > 0);
  if (known.length === 0) return undefined;
  const exported = exportValues(pdf, field);
  const means = (state: string): boolean => state === held || exported[Number(state)] === held;
  const wrong = known.find(({ shown }) => shown !== '' && !means(shown));
  if (wrong !== undefined) return wrong;
  const off = known.find(({ shown, on }) => shown === '' && [...on].some(means));
  if (held !== '' && off !== undefined && !known.some(({ shown }) => shown !== '')) return off;
  for (const { at, shown, on } of known) {
    const seen = readable(() => lookOf(pdf, at, shown, on));
    if (seen !== undefined && (seen === '') !== (shown === '')) return { at, shown: seen };
  }
  return otherNamed(pdf, known, exported);
}

/** A state that is on and looks as one that is called otherwise: `No` where the button stands for `Yes`. */
function otherNamed(
  pdf: Pdf,
  known: readonly { at: Placed; on: ReadonlySet<string> }[],
  exported: readonly string[],
): Difference | undefined {
  const namesOf = (state: string): string[] => [state, exported[Number(state)] ?? state].map(folded);
  const all = new Set(known.flatMap(({ on }) => [...on].flatMap(namesOf)));
  for (const { at, on } of known) {
    const looks = pdf.dict(pdf.dict(at.dict.entries.get('AP'))?.entries.get('N'))?.entries;
    const says = (state: string): string => {
      const look = looks?.get(state);
      return look === undefined ? '' : (readable(() => wordsOf(pdf, look)) ?? '');
    };
    for (const state of on) {
      const own = namesOf(state);
      const words = says(state);
      if (!WORD.test(words) || own.includes(folded(words))) continue;
      if (all.has(folded(words)) || own.includes(folded(says('Off')))) return { at, shown: words };
    }
  }
  return undefined;
}

const WORD = /\p{L}{2}/u;

const folded = (text: string): string => plainText(text).toLowerCase();

/** The state that a person sees, by what the looks of its states paint; undefined where that is not known. */
function lookOf(pdf: Pdf, at: Placed, shown: string, on: ReadonlySet<string>): string | undefined {
  const [first = ''] = on;
  const normal = pdf.dict(pdf.dict(at.dict.entries.get('AP'))?.entries.get('N'))?.entries;
  const value = normal?.get(shown === '' ? first : shown);
  const whole = normal?.get('Off');
  const off = pdf.resolve(whole)?.type === 'stream' ? whole : undefined;
  // Nothing is shown for a state without a look.
  if (value === undefined || at.rect === undefined || (shown === '' && off === undefined)) return undefined;
  const sides = compareLooks(pdf, { on: value, off, rect: at.rect });
  if (shown === '') return sides?.offIsMarked === true ? first : '';
  return sides?.onIsBlank === true ? '' : shown;
}

/** The states other than off that a button can show, and the one that it shows. */
function statesOf(pdf: Pdf, { dict }: Placed): { on: Set<string>; shown: string } {
  const normal = pdf.resolve(pdf.dict(dict.entries.get('AP'))?.entries.get('N'));
  const on = new Set<string>();
  if (normal?.type !== 'dict') return { on, shown: '' };
  for (const [state, value] of normal.entries) {
    pdf.spend(1);
    if (state !== 'Off' && pdf.resolve(value)?.type === 'stream') on.add(state);
  }
  const shown = pdf.name(dict.entries.get('AS')) ?? 'Off';
  return { on, shown: on.has(shown) ? shown : '' };
}

/** What the states export, where states are numbered so that several may export the same (§12.7.5.2.3). */
function exportValues(pdf: Pdf, { dict }: FormField): string[] {
  return (pdf.array(inherited(pdf, dict, 'Opt'))?.items ?? []).map((item) => heldText(pdf, item));
}
