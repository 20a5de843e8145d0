import type { PdfValue } from '../../syntax/values.ts';
import { CMapScanner } from './cmapscanner.ts';
import { Codespaces } from './codespaces.ts';
import { type Predefined, predefined } from './predefined.ts';
import { RangeMap } from './ranges.ts';
import type { FontReader } from './reader.ts';

/** Deeper /UseCMap than any file has. */
const DEEPEST = 8;
/** Texts beyond the end of their ranges that are kept. */
const MOST_RIVALS = 1000;
/** Ranges of doubtful codes that are kept. */
const MOST_DOUBTS = 10_000;
/** Code units of one code's text: ligatures and clusters are shorter. */
const LONGEST_TEXT = 32;

/**
 * A CMap: how strings are cut into codes, and what codes stand for (ISO 32000-2 §9.7.5, §9.10.3). Embedded ones
 * are read; of predefined ones we know the lengths of codes, and the CIDs of ASCII.
 */
export class CMap {
  codespaces = new Codespaces();
  vertical = false;
  /** Whether its dictionary and its data say different directions of writing: readers go by either. */
  isTwofold = false;
  base: Predefined | undefined;
  readonly cids = new RangeMap();
  /** CIDs for codes that have none of their own (§9.7.6.3). */
  readonly notdefs = new RangeMap();
  /** Texts of arrays that are longer than their range: some readers go on with the codes behind it. */
  readonly rivals = new Map<number, string>();
  readonly #unicode = new RangeMap();
  readonly #doubts = new RangeMap();
  readonly #texts: string[] = [];

  /** Ranges that it keeps. */
  get size(): number {
    return this.cids.size + this.notdefs.size + this.#unicode.size + this.#doubts.size;
  }

  cid(code: number): number {
    const range = this.cids.find(code);
    if (range >= 0) return this.cids.value(range) + code - this.cids.low(range);
    if (this.base === undefined) return 0;
    if (this.base.codes === 'cid') return code;
    return this.base.ascii !== undefined && code >= 32 && code < 127 ? this.base.ascii + code - 32 : -1;
  }

  /** Whether a code has a CID only by the ranges for codes without one, which not all readers look at. */
  readonly isNotdef = (code: number): boolean => this.cids.find(code) < 0 && this.notdefs.find(code) >= 0;

  /** The text of a code, or undefined where the CMap does not name it. */
  text(code: number): string | undefined {
    const range = this.#unicode.find(code);
    if (range < 0) return undefined;
    const value = this.#unicode.value(range);
    const step = code - this.#unicode.low(range);
    if (value >= 0) return value + step > 0x10ffff ? undefined : String.fromCodePoint(value + step);
    const text = this.#texts[-1 - value] ?? '';
    return step === 0 || text === ''
      ? text
      : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + step);
  }

  /**
   * Whether a range tells the text of a code in which neither codes nor texts carry over from their last byte (§9.10.3):
   * readers take others differently.
   */
  isPlain(code: number): boolean {
    const range = this.#unicode.find(code);
    if (range < 0) return false;
    const [low, high, value] = [
      this.#unicode.low(range),
      this.#unicode.high(range),
      this.#unicode.value(range),
    ];
    const text = value >= 0 ? undefined : (this.#texts[-1 - value] ?? '');
    const last = text === undefined ? value : text.charCodeAt(text.length - 1);
    return (low & 0xff) + high - low <= 0xff && (last & 0xff) + code - low <= 0xff;
  }

  /** What some readers copy a code as beside {@link text}: an array's surplus, or a CID, which is Unicode to them. */
  rival(code: number): string | undefined {
    const range = this.cids.find(code);
    if (range < 0) return this.rivals.get(code);
    return String.fromCharCode(this.cids.value(range) + code - this.cids.low(range));
  }

  /**
   * Whether some readers have another text for a code, or none: it is no UTF-16, or stands in a section that has not as many
   * entries as it says (§9.10.3).
   */
  isDoubtful(code: number): boolean {
    return this.#doubts.find(code) >= 0;
  }

  /** Reads a section of texts that says that it has so many entries. */
  readTexts(announced: number, read: () => number): void {
    const first = this.#unicode.size;
    if (read() === announced) return;
    for (let at = first; at < this.#unicode.size; at++)
      this.#doubt(this.#unicode.low(at), this.#unicode.high(at));
  }

  #doubt(low: number, high: number): void {
    if (this.#doubts.size < MOST_DOUBTS) this.#doubts.add(low, high, 0);
  }

  /** Sets the text of codes to the hex string that was read last. */
  setText(low: number, high: number, scanner: CMapScanner): void {
    const text = scanner.utf16(LONGEST_TEXT);
    if (!scanner.isUtf16(text)) this.#doubt(low, high);
    const point = text.codePointAt(0);
    if (point !== undefined && text.length === (point > 0xffff ? 2 : 1)) {
      this.#unicode.add(low, high, point);
    } else {
      this.#unicode.add(low, high, -1 - this.#texts.length);
      this.#texts.push(text);
    }
  }
}

/** Reads an /Encoding or /ToUnicode of a font: the name of a predefined CMap, or a stream. */
export function readCMap(reader: FontReader, value: PdfValue | undefined): CMap | undefined {
  const found = reader.value(value);
  if (found?.type !== 'stream' && found?.type !== 'name') return undefined;
  const cmap = new CMap();
  use(reader, cmap, found, 0);
  return cmap;
}

/** Lays what `value` says over what the CMap has. */
function use(reader: FontReader, cmap: CMap, value: PdfValue | undefined, depth: number): void {
  const found = reader.value(value);
  if (found?.type === 'name') usePredefined(cmap, found.value);
  if (found?.type !== 'stream' || depth > DEEPEST) return;
  use(reader, cmap, found.dict.entries.get('UseCMap'), depth + 1);
  const data = reader.data(found);
  if (data !== undefined) readInto(cmap, data);
  const mode = reader.number(found.dict.entries.get('WMode'), -1);
  if (mode < 0) return;
  cmap.isTwofold ||= cmap.vertical !== (mode === 1);
  cmap.vertical = mode === 1;
}

function usePredefined(cmap: CMap, name: string): void {
  const base = predefined(name);
  if (base === undefined) return;
  cmap.base = base;
  cmap.vertical = base.vertical;
  for (const space of base.codespaces.list) cmap.codespaces.add(space);
}

/** Reads a CMap file; what it does not understand is passed over. */
export function readInto(cmap: CMap, data: Uint8Array): void {
  const scanner = new CMapScanner(data);
  let name = '';
  let number = -1;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'name') name = scanner.word;
    if (token === 'number') number = scanner.number;
    if (token !== 'operator') continue;
    const [section, texts] = [SECTIONS.get(scanner.word), TEXTS.get(scanner.word)];
    if (scanner.word === 'usecmap') usePredefined(cmap, name);
    else if (scanner.word === 'def' && name === 'WMode') cmap.vertical = number === 1;
    else if (texts !== undefined) cmap.readTexts(number, () => texts(cmap, scanner));
    else section?.(cmap, scanner);
    number = -1;
  }
}

type Section = (cmap: CMap, scanner: CMapScanner) => void;

const readCodespaces: Section = (cmap, scanner) => {
  while (scanner.next() === 'hex') {
    const { number: low, length } = scanner;
    if (scanner.next() !== 'hex') return;
    cmap.codespaces.add({ length, low, high: scanner.number });
  }
};

const MOST_CID = 0xffff;

/** Ranges of codes with the CID of the first; `least`: smaller ones say nothing. */
const readRanges =
  (mapOf: (cmap: CMap) => RangeMap, least = 0): Section =>
  (cmap, scanner) => {
    while (scanner.next() === 'hex') {
      const low = scanner.number;
      if (scanner.next() !== 'hex') return;
      const high = scanner.number;
      if (scanner.next() !== 'number') return;
      if (scanner.number >= least) mapOf(cmap).add(low, high, Math.min(scanner.number, MOST_CID));
    }
  };

/** Codes with a CID each. */
const readChars =
  (mapOf: (cmap: CMap) => RangeMap, least = 0): Section =>
  (cmap, scanner) => {
    while (scanner.next() === 'hex') {
      const code = scanner.number;
      if (scanner.next() !== 'number') return;
      if (scanner.number >= least) mapOf(cmap).add(code, code, Math.min(scanner.number, MOST_CID));
    }
  };

const cidsOf = ({ cids }: CMap): RangeMap => cids;
const notdefsOf = ({ notdefs }: CMap): RangeMap => notdefs;

/** Gives how many entries it has read. */
type TextSection = (cmap: CMap, scanner: CMapScanner) => number;

const readTextChars: TextSection = (cmap, scanner) => {
  let entries = 0;
  for (; scanner.next() === 'hex'; entries++) {
    const code = scanner.number;
    const token = scanner.next();
    if (token === 'hex') cmap.setText(code, code, scanner);
    else if (token !== 'name') break;
  }
  return entries;
};

const readTextRanges: TextSection = (cmap, scanner) => {
  let entries = 0;
  for (; scanner.next() === 'hex'; entries++) {
    const low = scanner.number;
    if (scanner.next() !== 'hex') break;
    const high = scanner.number;
    const token = scanner.next();
    if (token === 'hex') cmap.setText(low, high, scanner);
    else if (token !== 'open' || !texts(cmap, scanner, low, high)) break;
  }
  return entries;
};

/** Each reads entries up to the operator that ends its section. */
const SECTIONS: ReadonlyMap<string, Section> = new Map([
  ['begincodespacerange', readCodespaces],
  ['begincidrange', readRanges(cidsOf)],
  ['begincidchar', readChars(cidsOf)],
  // A CID of 0 says that there is no glyph, as it should.
  ['beginnotdefrange', readRanges(notdefsOf, 1)],
  ['beginnotdefchar', readChars(notdefsOf, 1)],
]);
const TEXTS: ReadonlyMap<string, TextSection> = new Map([
  ['beginbfchar', readTextChars],
  ['beginbfrange', readTextRanges],
]);

/** The array of a bfrange, a text for each code. */
function texts(cmap: CMap, scanner: CMapScanner, low: number, high: number): boolean {
  let code = low;
  let token = scanner.next();
  for (; token === 'hex'; token = scanner.next()) {
    if (code <= high) cmap.setText(code, code, scanner);
    else if (cmap.rivals.size < MOST_RIVALS) cmap.rivals.set(code, scanner.utf16(LONGEST_TEXT));
    code++;
  }
  return token === 'close';
}
