import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { type Box, isEmpty } from '../boxes.ts';
import { keyOf, sameMeaning, sameValue } from '../equal.ts';
import type { FormField } from '../form.ts';
import { annotations, type Page } from '../pages.ts';
import { locksField, type Permission, type Permissions } from '../permissions.ts';
import type { Revision } from '../revisions.ts';
import { worst } from '../sight/effects.ts';
import { allHidden, type HiddenBy } from '../sight/hides.ts';
import type { Look } from '../sight/look.ts';
import type { Effect } from '../sight/marks.ts';
import type { Sight } from '../sight/sight.ts';
import type { ChangeReason, ChangeRule, LaterChange } from './face.ts';
import { permits, RULES } from './levels.ts';
import type { References } from './references.ts';
import { valueAt } from './value.ts';

/** What looking at an annotation beside another one costs. */
const BESIDE = 8;

/** Where a change is. */
export interface Spot {
  object?: number | undefined;
  field?: string | undefined;
  page?: number | undefined;
  rect?: Box | undefined;
}

/** A revision and the next, with what the signatures up to the first permit. Rules tell it what they explain. */
export class Step {
  readonly earlier: Pdf;
  readonly later: Pdf;
  /** The revision that the step ends with, and where the one before it ends. */
  readonly revision: Revision;
  readonly begins: number;
  readonly permissions: Permissions;
  /** ISO 32000-2 §12.8.2.2: without a word, what P=3 permits. */
  readonly permission: Permission;
  readonly references: References;
  readonly sight: Sight;
  /** What the last signer signed; undefined where there is none. */
  readonly signed: Pdf | undefined;
  /** Fields of the later revision by object number, widgets that are objects of their own included. */
  readonly fields: ReadonlyMap<number, FormField>;
  /** Those of the earlier one. */
  readonly fieldsBefore: ReadonlyMap<number, FormField>;
  readonly #tell: (change: Omit<LaterChange, 'revision'>) => void;
  readonly #effects = new Map<string, Effect>();
  #holders: Map<number, number> | undefined;
  readonly #pages: { earlier?: Map<number, Page[]>; later?: Map<number, Page[]> } = {};

  constructor(
    parts: Pick<
      Step,
      'earlier' | 'later' | 'revision' | 'begins' | 'permissions' | 'references' | 'sight' | 'signed'
    >,
    fields: { before: readonly FormField[]; after: readonly FormField[] },
    tell: (change: Omit<LaterChange, 'revision'>) => void,
  ) {
    const { earlier, later, revision, begins, permissions, references, sight, signed } = parts;
    this.earlier = earlier;
    this.later = later;
    this.revision = revision;
    this.begins = begins;
    this.permissions = permissions;
    this.permission = permissions.permission ?? 3;
    this.references = references;
    this.sight = sight;
    this.signed = signed;
    this.fields = byNumber(fields.after);
    this.fieldsBefore = byNumber(fields.before);
    this.#tell = tell;
  }

  /** A change that `rule` explains; the signatures have the last word. */
  explain(rule: ChangeRule, what: string, spot: Spot = {}): void {
    const locked = rule === 'form_value' && this.isLocked(spot.field) ? 'field_locked' : undefined;
    const reason = permits(rule, this.permission) ?? locked;
    this.#add({ rule, what, level: reason === undefined ? RULES[rule].level : 'other' }, reason, spot);
  }

  /** A change that is never permitted. */
  forbid(reason: ChangeReason, what: string, spot: Spot = {}, rule: ChangeRule = 'unexplained'): void {
    this.#add({ rule, what, level: 'other' }, reason, spot);
  }

  /** Whether a signature locks that field; of a node above fields, or a widget of none, nobody can say that none does. */
  isLocked(field: string | undefined): boolean {
    const { locks } = this.permissions;
    return field === undefined ? locks.length > 0 : locks.some((lock) => locksField(lock, field));
  }

  #add(
    change: Pick<LaterChange, 'rule' | 'what' | 'level'>,
    reason: ChangeReason | undefined,
    { object, field, page, rect }: Spot,
  ): void {
    const on = page ?? (object === undefined ? undefined : this.pageOf(object));
    const at = rect ?? (object === undefined ? undefined : this.rectOf(object));
    this.#tell({
      ...change,
      ...(reason === undefined ? {} : { reason }),
      ...(object === undefined ? {} : { object }),
      ...(field === undefined ? {} : { field }),
      ...(on === undefined ? {} : { page: on }),
      ...(on === undefined || at === undefined ? {} : { rect: at }),
    });
  }

  /** Page of an annotation, counted from 1: where it is now, else where it was. */
  pageOf(object: number): number | undefined {
    return (this.#pagesIn('later', object)[0] ?? this.#pagesIn('earlier', object)[0])?.number;
  }

  /** Whether a page lists an annotation now. */
  isListed(object: number): boolean {
    return this.#pagesIn('later', object).length > 0;
  }

  /** The annotations that pages list beside it. */
  besides(object: number): number[] {
    const lists = this.#pagesIn('later', object).map(({ dict }) =>
      numbersIn(this.later, entry(dict, 'Annots')),
    );
    this.later.spend(lists.reduce((sum, { length }) => sum + length, 0) * BESIDE);
    return lists.flat().filter((other) => other !== object);
  }

  /** How the page is turned that shows an annotation. */
  rotationOf(object: number): Page['rotate'] {
    return this.#pagesIn('later', object)[0]?.rotate ?? 0;
  }

  /** What an annotation, as that revision shows it, does to what was signed, on every page that lists it. */
  effect(when: 'earlier' | 'later', object: number): Effect {
    const key = `${when} ${object}`;
    const known = this.#effects.get(key);
    if (known !== undefined) return known;
    const effect = worst(
      this.#pagesIn(when, object).map((page) => this.sight.effect(this[when], page, object, this.earlier)),
    );
    this.#effects.set(key, effect);
    return effect;
  }

  /** As {@link effect}, of what an annotation shows under the mouse only. */
  hoverEffect(object: number): Effect {
    const pages = this.#pagesIn('later', object);
    return worst(pages.map((page) => this.sight.hoverEffect(this.later, page, object, this.earlier)));
  }

  covers(when: 'earlier' | 'later', object: number): boolean {
    return this.effect(when, object) === 'hides';
  }

  /** Whether an annotation comes to show something by the side of a figure as if it were one more, or its sign. */
  continues(object: number): boolean {
    const stood = (when: 'earlier' | 'later'): boolean =>
      this.#pagesIn(when, object).some((page) =>
        this.sight.continues(this[when], page, object, this.earlier),
      );
    return stood('later') && !stood('earlier');
  }

  /** What an annotation hid on the pages that listed it. */
  hidBefore(object: number): HiddenBy {
    const pages = this.#pagesIn('earlier', object);
    return allHidden(pages.map((page) => this.sight.hiddenBy(this.earlier, page, object)));
  }

  /** Whether what an annotation shows alters what is read on a page that lists it. */
  overwrites(object: number): boolean {
    return this.#pagesIn('later', object).some((page) =>
      this.sight.overwrites(this.later, page, object, this.earlier),
    );
  }

  /** What an annotation paints on the pages that list it. */
  looks(object: number, when: 'earlier' | 'later' = 'later'): Look[] {
    return this.#pagesIn(when, object).flatMap((page) => this.sight.look(this[when], page, object) ?? []);
  }

  /** Whether a signer saw an object: later ones may be taken back by whoever brought them. */
  isSigned(object: number): boolean {
    return this.signed !== undefined && valueAt(this.signed, object) !== undefined;
  }

  /** Whether somebody sees something of it, be it under the mouse or on paper. */
  shows(object: number, when: 'earlier' | 'later' = 'later'): boolean {
    return this.looks(object, when).some(({ isSeen, isUnread }) => isSeen || isUnread);
  }

  /** Whether an opaque area in the place of a widget would hide something that was there before, on any page that lists it. */
  standsOn(object: number): boolean {
    const box = this.rectOf(object);
    if (box === undefined || isEmpty(box)) return false;
    return this.#pagesIn('later', object).some((page) =>
      this.sight.wouldHide(this.earlier, page, box, object),
    );
  }

  /** How many fields have that object for their value. */
  holders(value: number): number {
    if (this.#holders === undefined) {
      this.#holders = new Map();
      for (const { value } of new Set(this.fields.values())) {
        if (value?.type === 'ref')
          this.#holders.set(value.number, (this.#holders.get(value.number) ?? 0) + 1);
      }
    }
    return this.#holders.get(value) ?? 0;
  }

  #pagesIn(when: 'earlier' | 'later', object: number): readonly Page[] {
    let pages = this.#pages[when];
    if (pages === undefined) {
      pages = new Map();
      for (const { page, ref } of annotations(this[when])) {
        const known = pages.get(ref.number);
        if (known === undefined) pages.set(ref.number, [page]);
        else if (known.at(-1) !== page) known.push(page);
      }
      this.#pages[when] = pages;
    }
    return pages.get(object) ?? [];
  }

  /** Where an annotation stands. */
  rectOf(object: number): Box | undefined {
    const at = (pdf: Pdf): Box | undefined =>
      readable(() => pdf.rectangle(pdf.dict(pdf.object(object)?.value)?.entries.get('Rect')));
    return at(this.later) ?? at(this.earlier);
  }
}

function byNumber(fields: readonly FormField[]): Map<number, FormField> {
  const numbers = new Map<number, FormField>();
  for (const field of fields) {
    if (field.ref !== undefined) numbers.set(field.ref.number, field);
    for (const { ref } of field.widgets) if (ref !== undefined) numbers.set(ref.number, field);
  }
  return numbers;
}

export const entry = (dict: PdfDict | undefined, key: string): PdfValue | undefined => dict?.entries.get(key);

/** The keys whose values differ in meaning, and what a key that stands there twice may mean. */
export function differing(
  { earlier, later }: Pick<Step, 'earlier' | 'later'>,
  before: PdfDict,
  after: PdfDict,
): string[] {
  const keys = new Set([...before.entries.keys(), ...after.entries.keys()]);
  const changed = [...keys].filter(
    (key) => !sameMeaning(entry(before, key), earlier, entry(after, key), later, keyOf(earlier, before, key)),
  );
  return [...new Set([...after.duplicates, ...changed])];
}

/** References in an array, in their order. */
export function numbersIn(pdf: Pdf, value: PdfValue | undefined): number[] {
  const items = pdf.array(value)?.items ?? [];
  return items.flatMap((item) => (item.type === 'ref' ? item.number : []));
}

/** Whether what stands in an array by itself, and has no number to be known by, is what it was. */
export function areSameInPlace(
  { earlier, later }: Pick<Step, 'earlier' | 'later'>,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): boolean {
  const direct = (pdf: Pdf, value: PdfValue | undefined): PdfValue[] =>
    (pdf.array(value)?.items ?? []).filter(({ type }) => type !== 'ref' && type !== 'null');
  const [had, has] = [direct(earlier, one), direct(later, other)];
  return had.length === has.length && had.every((item, at) => sameValue(item, earlier, has[at], later));
}
