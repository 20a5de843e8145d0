import { PdfError, readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';

/** Where a reference stands. */
export interface Referrer {
  /** Object number of what holds it. */
  from: number;
  /** Entry of the store that the holder was read from. */
  slot: number;
  /** The nearest key above the reference; empty in an array that is an object of its own. */
  key: string;
  /** The outermost key. */
  top: string;
}

/** References that are kept: an object stream of a few kilobytes can hold millions. */
const MOST = 500_000;

/**
 * Who refers to the objects that later revisions touch, over all revisions: filled by one reading of every object.
 */
export class References {
  readonly #to = new Map<number, Referrer[]>();
  #length = 0;

  constructor(wanted: Iterable<number>) {
    for (const number of wanted) this.#to.set(number, []);
  }

  /** Reads the object of that entry, which is valid in `view`. */
  read(view: Pdf, slot: number): void {
    const object = readable(() => view.load(view.store.entry(slot)));
    if (object === undefined) return;
    const { number: from } = object;
    const add = (target: number, key: string, top: string): void => {
      const list = this.#to.get(target);
      if (list === undefined) return;
      if (++this.#length > MOST) throw new PdfError('too_many_objects', 'The file holds too many references');
      list.push({ from, slot, key, top });
    };
    visit(object.value, '', '', add);
  }

  /** What refers to it in the revision that `view` shows. */
  of(number: number, view: Pdf): Referrer[] {
    const all = this.#to.get(number) ?? [];
    view.spend(all.length);
    return all.filter(({ from, slot }) => view.index.get(from) === slot);
  }
}

type Visit = (target: number, key: string, top: string) => void;

/** Calls `found` for each reference; depth is bounded by the parser. */
function visit(value: PdfValue, key: string, top: string, found: Visit): void {
  if (value.type === 'ref') found(value.number, key, top);
  else if (value.type === 'array') for (const item of value.items) visit(item, key, top, found);
  else if (value.type === 'dict' || value.type === 'stream') {
    const { entries } = value.type === 'dict' ? value : value.dict;
    for (const [name, item] of entries) visit(item, name, top === '' ? name : top, found);
  }
}

/** The numbers that a value refers to. */
export function* targets(value: PdfValue): Generator<number> {
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'ref') yield next.number;
    else if (next.type === 'array') for (const item of next.items) open.push(item);
    else if (next.type === 'dict') for (const item of next.entries.values()) open.push(item);
    else if (next.type === 'stream') open.push(next.dict);
  }
}
