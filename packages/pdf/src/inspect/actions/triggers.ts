import { readable } from '../../errors.ts';
import type { FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Inspected } from '../inspector.ts';
import type { Place } from '../places.ts';

export interface Trigger {
  /** What runs the action: a click on it, or anything else: opening, showing, pointing at it. */
  by: 'click' | 'automatic';
  place: Place;
}

/** Additional actions that a press of the mouse or the key for it runs; all others come by themselves (§12.6.3). */
const BY_CLICK = new Set(['D', 'U']);
/** Actions of one chain, and nodes of one page's sub-page navigation. */
const LONGEST_CHAIN = 10_000;

interface Held {
  /** Number of the object in which the value stands. */
  holder: number;
  dict: PdfDict;
}

/** The actions and annotations that the current revision reaches, each with what runs it and where it belongs. */
export class Triggers {
  readonly #pdf: Pdf;
  readonly #actions = new Map<number, Trigger>();
  readonly #places = new Map<number, Place>();

  constructor({ pdf, pages, fields }: Inspected) {
    this.#pdf = pdf;
    const root = pdf.rootRef.number;
    this.#run(root, pdf.catalog.entries.get('OpenAction'), { by: 'automatic', place: {} });
    this.#additional({ holder: root, dict: pdf.catalog }, {});
    const arrays = new Set<number>();
    for (const { number, object, dict } of pages) {
      const place = { page: number };
      this.#additional({ holder: object, dict }, place);
      this.#navigation(object, dict.entries.get('PresSteps'), place);
      const annots = dict.entries.get('Annots');
      // An array that several pages share counts once.
      if (annots?.type === 'ref' && arrays.has(annots.number)) continue;
      if (annots?.type === 'ref') arrays.add(annots.number);
      const list = this.#list(object, annots);
      for (const item of list.items) this.#annotation(list.holder, item, place);
    }
    this.#fields(fields);
    this.#outline(root, pdf.catalog.entries.get('Outlines'));
  }

  /** What runs the action that is this dictionary of that object. */
  action(object: number, dict: PdfDict): Trigger | undefined {
    return this.#actions.get(keyOf(object, dict));
  }

  /** Where this dictionary of that object belongs, where it is an annotation or an action. */
  place(object: number, dict: PdfDict): Place | undefined {
    const key = keyOf(object, dict);
    return this.#places.get(key) ?? this.#actions.get(key)?.place;
  }

  #annotation(holder: number, value: PdfValue, page: Place): void {
    const held = this.#held(holder, value);
    if (held === undefined) return;
    const key = keyOf(held.holder, held.dict);
    if (this.#places.has(key)) return;
    const rect = readable(() => this.#pdf.rectangle(held.dict.entries.get('Rect')));
    const place: Place = { ...page, ...(rect === undefined ? {} : { rect }) };
    this.#places.set(key, place);
    for (const name of ['A', 'PA'])
      this.#run(held.holder, held.dict.entries.get(name), { by: 'click', place });
    this.#additional(held, place);
  }

  /** Fields that are no widgets themselves: their actions belong to their first widget. */
  #fields(fields: readonly FormField[]): void {
    for (const { ref, dict, widgets } of fields) {
      const widget = widgets[0];
      if (ref === undefined) continue;
      const place = widget?.ref === undefined ? undefined : this.place(widget.ref.number, widget.dict);
      this.#additional({ holder: ref.number, dict }, place ?? {});
    }
  }

  /** The items of the outline (§12.3.3): their actions run on a click, and belong to no page. */
  #outline(root: number, outlines: PdfValue | undefined): void {
    const seen = new Set<number>();
    const open: [number, PdfValue | undefined][] = [[root, outlines]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const held = this.#held(...next);
      if (held === undefined || seen.has(held.holder)) continue;
      seen.add(held.holder);
      this.#pdf.spend(1);
      const { holder, dict } = held;
      this.#run(holder, dict.entries.get('A'), { by: 'click', place: {} });
      for (const name of ['First', 'Next']) open.push([holder, dict.entries.get(name)]);
    }
  }

  /** /AA (§12.6.3). */
  #additional({ holder, dict }: Held, place: Place): void {
    const held = this.#held(holder, dict.entries.get('AA'));
    if (held === undefined) return;
    this.#pdf.spend(held.dict.entries.size);
    for (const [name, action] of held.dict.entries)
      this.#run(held.holder, action, { by: BY_CLICK.has(name) ? 'click' : 'automatic', place });
  }

  /** /PresSteps (§12.4.4.2): actions that run as a presentation goes from step to step. */
  #navigation(holder: number, first: PdfValue | undefined, place: Place): void {
    const seen = new Set<number>();
    let held = this.#held(holder, first);
    while (held !== undefined && seen.size < LONGEST_CHAIN) {
      const key = keyOf(held.holder, held.dict);
      if (seen.has(key)) return;
      seen.add(key);
      for (const name of ['NA', 'PA'])
        this.#run(held.holder, held.dict.entries.get(name), { by: 'automatic', place });
      held = this.#held(held.holder, held.dict.entries.get('Next'));
    }
  }

  /** An action and those that follow it by /Next; a chain that loops ends where it meets itself. */
  #run(holder: number, value: PdfValue | undefined, trigger: Trigger): void {
    const open: [number, PdfValue | undefined][] = [[holder, value]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      this.#pdf.spend(1);
      const held = this.#held(...next);
      if (held === undefined) continue;
      const key = keyOf(held.holder, held.dict);
      const known = this.#actions.get(key);
      if (known?.by === 'automatic' || known?.by === trigger.by) continue;
      this.#actions.set(key, known === undefined ? trigger : { ...trigger, place: known.place });
      const follower = held.dict.entries.get('Next');
      const list = this.#list(held.holder, follower);
      if (list.items.length === 0) open.push([held.holder, follower]);
      else for (const item of list.items) open.push([list.holder, item]);
    }
  }

  #list(holder: number, value: PdfValue | undefined): { holder: number; items: readonly PdfValue[] } {
    const found = readable(() => this.#follow(holder, value));
    if (found?.value.type !== 'array') return { holder, items: [] };
    this.#pdf.spend(found.value.items.length);
    return { holder: found.holder, items: found.value.items };
  }

  #held(holder: number, value: PdfValue | undefined): Held | undefined {
    const found = readable(() => this.#follow(holder, value));
    if (found?.value.type === 'stream') return { holder: found.holder, dict: found.value.dict };
    return found?.value.type === 'dict' ? { holder: found.holder, dict: found.value } : undefined;
  }

  /** Follows references, and says in which object they end. */
  #follow(holder: number, value: PdfValue | undefined): { holder: number; value: PdfValue } | undefined {
    const resolved = this.#pdf.resolve(value);
    if (resolved === undefined) return undefined;
    let [at, last] = [value, holder];
    while (at?.type === 'ref') {
      last = at.number;
      at = this.#pdf.object(at.number)?.value;
    }
    return { holder: last, value: resolved };
  }
}

/** Where a dictionary stands: its object, and its place in what that object is read from (below 2²⁸). */
const keyOf = (object: number, { start }: PdfDict): number => object * 2 ** 28 + start;
