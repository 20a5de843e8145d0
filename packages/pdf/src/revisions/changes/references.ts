import { PdfError, readable } from '../../errors.ts';
import { COMPRESSED, type Entry, IN_USE } from '../../syntax/entries.ts';
import { memberOffset } from '../../syntax/objectstream.ts';
import { Parser } from '../../syntax/parser.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { targets } from '../../syntax/targets.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { memberKey, mentions } from './mentions.ts';
import { valueAt } from './value.ts';

/** Where a reference stands. */
export interface Referrer {
  /** Object number of what holds it. */
  from: number;
  /** Entry of the store that the holder was read from. */
  slot: number;
  /**
   * The nearest key above the reference, `Font/*` for what has a name of anybody's choice; empty in an array that is an
   * object of its own.
   */
  key: string;
  /** Whether that is a key of the holder's own dictionary. */
  isDirect: boolean;
}

/** References that are kept: an object stream of a few kilobytes can hold millions. */
const MOST = 500_000;
/** What an object costs beside the bytes that are looked at. */
const LOOK = 8;

/** Who refers to the objects that later revisions touch, over all revisions: filled by one look at every object. */
export class References {
  readonly #to = new Map<number, Referrer[]>();
  /** Dictionaries, objects of their own, whose keys are anybody's choice, with the keys under which they belong. */
  readonly #named = new Map<number, readonly string[]>();
  readonly #wanted: Uint8Array;
  #length = 0;

  constructor(wanted: ReadonlySet<number>) {
    let highest = 0;
    for (const number of wanted) {
      this.#to.set(number, []);
      highest = Math.max(highest, number);
    }
    this.#wanted = new Uint8Array(highest + 1);
    for (const number of wanted) this.#wanted[number] = 1;
  }

  /** Looks at the object of that entry, which is valid in `view`; what cannot be read refers to nothing. */
  read(view: Pdf, slot: number): void {
    const entry = view.store.entry(slot);
    const count = (): void => {
      if (++this.#length > MOST) throw new PdfError('too_many_objects', 'The file holds too many references');
    };
    const found = (target: number, key: string, isDirect: boolean): void => {
      count();
      this.#to.get(target)?.push({ from: entry.number, slot, key, isDirect });
    };
    const place = readable(() => placeOf(view, entry));
    if (place === undefined) return;
    const named = (target: number, key: string): void => {
      const known = this.#named.get(target) ?? [];
      if (known.includes(key)) return;
      count();
      this.#named.set(target, [...known, key]);
    };
    const end = mentions(place.bytes, place.at, this.#wanted, { found, named });
    view.spend(LOOK + (end - place.at) / 4);
  }

  /** What refers to it in the revision that `view` shows. */
  of(number: number, view: Pdf): Referrer[] {
    const all = this.#to.get(number) ?? [];
    view.spend(all.length);
    const now = all.filter(({ from, slot }) => view.index.get(from) === slot);
    return now.flatMap((one) => {
      const dictionaries = one.isDirect ? this.#named.get(one.from) : undefined;
      // The entries of a stream are its own, under whatever key it stands.
      if (dictionaries === undefined || valueAt(view, one.from)?.type === 'stream') return one;
      return dictionaries.map((dictionary) => ({ ...one, key: memberKey(dictionary) }));
    });
  }
}

/** Where an object's value begins. */
function placeOf(
  view: Pdf,
  { kind, number, place, detail }: Entry,
): { bytes: Uint8Array; at: number } | undefined {
  if (kind === COMPRESSED) {
    const stream = view.objectStream(place);
    return { bytes: stream.data, at: memberOffset(stream, detail, number) };
  }
  if (kind !== IN_USE) return undefined;
  const { bytes, limits } = view;
  const parser = new Parser(bytes, place, limits);
  parser.integer();
  parser.integer();
  const isObject = parser.keyword('obj');
  view.spend((parser.pos - place) / 4);
  return isObject ? { bytes, at: parser.pos } : undefined;
}

/** Whether a value refers to a number that no section knows, and did not before: readers that ask for it mend the file. */
export function lacksMore(later: Pdf, value: PdfValue, before: PdfValue | undefined): boolean {
  const known = new Set(before === undefined ? [] : targets(before));
  for (const number of targets(value))
    if (later.index.get(number) === undefined && !known.has(number)) return true;
  return false;
}
