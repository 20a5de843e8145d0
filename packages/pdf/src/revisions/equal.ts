import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import {
  type PdfArray,
  type PdfDict,
  type PdfStream,
  type PdfString,
  type PdfValue,
  raw,
} from '../syntax/values.ts';
import { ASKED_FOR, BY_NUMBER, isSameBox, keyWithin, REAL, sameText, TEXTS } from './meaning.ts';
import { isNumbered } from './numbered.ts';

/**
 * Whether two values say the same, however they are written: references by number, streams by their data, and what
 * stands in a dictionary here and in an object of its own there by what it is. `key` is the entry that they are of.
 */
export const sameValue = (
  a: PdfValue | undefined,
  inA: Pdf,
  b: PdfValue | undefined,
  inB: Pdf,
  key?: string,
): boolean => isSame({ one: a, other: b, key }, inA, inB, undefined);

/**
 * As {@link sameValue}, and through references: objects under other numbers are the same where they say the same, but
 * for those that are known by their number. What stands behind one number in both is judged by itself.
 */
export const sameMeaning = (
  a: PdfValue | undefined,
  inA: Pdf,
  b: PdfValue | undefined,
  inB: Pdf,
  key?: string,
): boolean => isSame({ one: a, other: b, key }, inA, inB, new Matched());

/** What following a reference costs. */
const FOLLOWED = 32;

/** Two values, and the nearest key above them, where there is one. */
interface Pair {
  one: PdfValue | undefined;
  other: PdfValue | undefined;
  key: string | undefined;
  /** They stand in an array that says itself what it is: the key above it may be any name. */
  isNamed?: boolean;
}

/**
 * Numbers that were matched, each with one other alone: readers end what leads back to itself by its number, so that two
 * objects in a circle are not one that leads to itself.
 */
class Matched {
  readonly #there = new Map<number, number>();
  readonly #back = new Map<number, number>();
  readonly #compared = new Set<string>();

  /** Whether they were compared as that entry already; undefined where one of them is matched with another. */
  add(one: number, other: number, key: string | undefined): boolean | undefined {
    const [there = other, back = one] = [this.#there.get(one), this.#back.get(other)];
    if (there !== other || back !== one) return undefined;
    this.#there.set(one, other);
    this.#back.set(other, one);
    const compared = `${one} ${other} ${key}`;
    if (this.#compared.has(compared)) return true;
    this.#compared.add(compared);
    return false;
  }
}

/** Without `matched` references are not followed. */
function isSame(pair: Pair, inA: Pdf, inB: Pdf, matched: Matched | undefined): boolean {
  const open = [pair];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { one, other, key, isNamed } = next;
    if (one?.type === 'ref' && other?.type === 'ref') {
      if (one.number === other.number && one.generation === other.generation) continue;
      const isKnown = BY_NUMBER.has(key ?? '') ? undefined : matched?.add(one.number, other.number, key);
      if (isKnown === undefined) return false;
      if (isKnown) continue;
      inB.spend(FOLLOWED);
    }
    if (isFollowedBySome(next)) return false;
    if (isMisdirected(inA, one) || isMisdirected(inB, other)) return false;
    if (one !== undefined && other !== undefined && (one.type === 'ref' || other.type === 'ref')) {
      if (isNumbered(inA, one) || isNumbered(inB, other)) return false;
      const found = { one: readable(() => inA.resolve(one)), other: readable(() => inB.resolve(other)) };
      next = { ...found, key, ...(isNamed === true ? { isNamed } : {}) };
    }
    if (!isAlike(next, inA, inB, open)) return false;
  }
  return true;
}

/** The looks of an annotation (§12.5.5): behind a reference some readers find a look there, and no states that have some. */
const LOOKS: ReadonlySet<string> = new Set(['N', 'R', 'D']);

/**
 * Whether a value stands by itself here and behind a reference there, where some readers follow none: what is no array and
 * no dictionary, wherever it stands, a dash, and the states of a look. What is known by its number has one in both.
 */
function isFollowedBySome({ one, other, key }: Pair): boolean {
  if (one === undefined || other === undefined || (one.type === 'ref') === (other.type === 'ref'))
    return false;
  const { type } = one.type === 'ref' ? other : one;
  if (type === 'dict') return BY_NUMBER.has(key ?? '') || LOOKS.has(key ?? '');
  return type === 'array' ? key === 'D' : type !== 'null';
}

/** Whether a reference names another generation than its object has: some readers take that object all the same. */
function isMisdirected(pdf: Pdf, value: PdfValue | undefined): boolean {
  if (value?.type !== 'ref') return false;
  const object = readable(() => pdf.object(value.number));
  return object !== undefined && object.generation !== value.generation;
}

/** Compares two values, but for what is in them: that comes to those that are open. */
function isAlike(pair: Pair, inA: Pdf, inB: Pdf, open: Pair[]): boolean {
  const { one, other, key, isNamed = false } = pair;
  if (one === undefined || other === undefined || one.type !== other.type)
    return (
      isNothing(one) &&
      isNothing(other) &&
      ((one === undefined) === (other === undefined) || !ASKED_FOR.has(key ?? ''))
    );
  if (one.type === 'array' && other.type === 'array') {
    const named = isNamed || beginsWithName(one, inA) || beginsWithName(other, inB);
    return pushItems(one, other, { key, isNamed: named, inB, open });
  }
  if (one.type === 'dict' && other.type === 'dict') return pushEntries(one, other, inA, open);
  if (one.type === 'stream' && other.type === 'stream') {
    open.push({ one: withoutLength(one.dict), other: withoutLength(other.dict), key });
    return sameData(one, inA, other, inB);
  }
  return sameScalar({ one, other, key, isNamed }, inA, inB);
}

/**
 * Whether an array is of a kind that its first item tells, as a colour space is: resources give it any name, which may be
 * that of an entry. The octets of a palette are no text, and its highest index is no real number.
 */
const beginsWithName = ({ items: [first] }: PdfArray, pdf: Pdf): boolean =>
  first !== undefined && readable(() => pdf.resolve(first))?.type === 'name';

const isNothing = (value: PdfValue | undefined): boolean => value === undefined || value.type === 'null';

function pushItems(
  one: PdfArray,
  other: PdfArray,
  { key, isNamed, inB, open }: { key: string | undefined; isNamed: boolean; inB: Pdf; open: Pair[] },
): boolean {
  if (one.items.length !== other.items.length) return false;
  inB.spend(one.items.length);
  if (!isNamed && isSameBox(one, other, key)) return true;
  // A destination begins with its page (§12.3.2.2), which in another file is an integer.
  const isDestination = one.items[1]?.type === 'name';
  for (const [at, item] of one.items.entries()) {
    const own = isDestination && at === 0 && item.type === 'number' ? undefined : keyWithin(key, item);
    open.push({ one: item, other: other.items[at], key: own, isNamed });
  }
  return true;
}

function pushEntries(one: PdfDict, other: PdfDict, inA: Pdf, open: Pair[]): boolean {
  if (one.duplicates.length + other.duplicates.length > 0) return false;
  // Some readers ask whether an entry stands there, and take a null for its value.
  if (one.entries.size !== other.entries.size) return false;
  for (const key of one.entries.keys()) {
    if (!other.entries.has(key)) return false;
    open.push({ one: one.entries.get(key), other: other.entries.get(key), key: keyOf(inA, one, key) });
  }
  return true;
}

/** Nodes above a field that may say its type. */
const MOST_PARENTS = 32;

/**
 * The key by which an entry is compared: the contents of a signature are no text, and readers know it by its range of bytes;
 * what is chosen some readers find among the options octet by octet.
 */
export function keyOf(pdf: Pdf, dict: PdfDict, key: string): string | undefined {
  const isBinary =
    (key === 'Contents' && dict.entries.has('ByteRange')) ||
    ((key === 'V' || key === 'Opt') && isChoice(pdf, dict));
  return isBinary ? undefined : key;
}

function isChoice(pdf: Pdf, field: PdfDict): boolean {
  let node: PdfDict | undefined = field;
  for (let depth = 0; node !== undefined && !node.entries.has('FT') && depth < MOST_PARENTS; depth++) {
    const parent = node.entries.get('Parent');
    node = readable(() => pdf.dict(parent));
  }
  const type = node?.entries.get('FT');
  return readable(() => pdf.name(type)) === 'Ch';
}

function sameScalar({ one, other, key, isNamed }: Required<Pair>, inA: Pdf, inB: Pdf): boolean {
  const means = (keys: ReadonlySet<string>): boolean => !isNamed && keys.has(key ?? '');
  if (one?.type === 'string' && other?.type === 'string') {
    // §7.3.4.2 makes one line feed of a carriage return, and some readers do not.
    if (hasReturn(one) || hasReturn(other)) return sameBytes(raw(one), raw(other));
    const [a, b] = [inA.stringBytes(one), inB.stringBytes(other)];
    return sameBytes(a, b) || (means(TEXTS) && sameText(a, b));
  }
  if (one?.type === 'number' && other?.type === 'number')
    return one.value === other.value && (one.integer === other.integer || means(REAL));
  if (one?.type === 'name' && other?.type === 'name') return one.value === other.value;
  return one !== undefined && other !== undefined && sameBytes(raw(one), raw(other));
}

const hasReturn = (string: PdfString): boolean => !string.hex && raw(string).includes(13);

/** By the data as they stand: a stream that was packed anew counts as another. */
function sameData(one: PdfStream, inA: Pdf, other: PdfStream, inB: Pdf): boolean {
  const [a, b] = [data(inA, one), data(inB, other)];
  return a !== undefined && b !== undefined && sameBytes(a, b);
}

function withoutLength(dict: PdfDict): PdfDict {
  const entries = new Map(dict.entries);
  entries.delete('Length');
  return { ...dict, entries };
}

function data(pdf: Pdf, stream: PdfStream): Uint8Array | undefined {
  return readable(() => {
    const bytes = pdf.streamData(stream);
    pdf.spend(bytes.length);
    return bytes;
  });
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
