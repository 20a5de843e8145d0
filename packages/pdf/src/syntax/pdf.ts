import { PdfError, readable } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { DigestAlgorithm, PdfPorts, RunningDigest } from '../ports.ts';
import type { Budget, Inflation } from './budget.ts';
import { Cache } from './cache.ts';
import { type Laid, layOnTop, layOver } from './chain.ts';
import { DECIPHER, type Encryption, type EncryptionFacts } from './encryption/encryption.ts';
import { COMPRESSED, type Entry, type EntryIndex, type EntryStore, IN_USE } from './entries.ts';
import { decodeStream } from './filters.ts';
import { Lookup } from './lookup.ts';
import { memberOffset, type ObjectStream, readObjectStream } from './objectstream.ts';
import { Parser } from './parser.ts';
import { refuseRepeated } from './repeated.ts';
import type { Section } from './sections.ts';
import { stringBytes } from './strings.ts';
import type { IndirectObject, PdfDict, PdfRef, PdfStream, PdfString, PdfValue } from './values.ts';

const CACHED_OBJECTS = 4096;
const CACHED_STREAM_BYTES = 16 * 1024 * 1024;
/** Source bytes of the objects that are kept; the values that they become take 40 times as much. */
const CACHED_OBJECT_BYTES = 4 * 1024 * 1024;
/** What reading an object costs beside its bytes. */
const LOAD = 16;
/** What an object costs that cannot be read: its error takes as long as a thousand bytes. */
const FAILURE = 1024;
/** More than an object stream can hold members. */
const MEMBERS = 2 ** 24;
/** What a value costs beside its bytes. */
const VALUE = 8;
/** Source bytes that may stand before, or be cut off, a string's first character: two blocks of a cipher. */
const BLOCKS = 128;

/** What a `Pdf` is made of; `openPdf` reads it. */
export interface PdfParts {
  bytes: Uint8Array;
  ports: PdfPorts;
  limits: Limits;
  version: string;
  store: EntryStore;
  budget: Budget;
  /** Newest first. */
  sections: Section[];
  startXref: number;
  /** Absent for a file in the clear. */
  encryption?: Encryption | undefined;
  /** The sections laid over each other, where that is done. */
  laid?: Laid;
  /** The file to which this one's last bytes were appended, where both are at hand. */
  before?: Pdf;
  /** Objects of the file itself that another of its revisions has read, by their entries. */
  known?: Cache<IndirectObject | undefined>;
}

/** A PDF file as one of its revisions shows it. Objects are read when asked for; nothing is ever changed. */
export class Pdf extends Lookup {
  readonly bytes: Uint8Array;
  readonly ports: PdfPorts;
  readonly limits: Limits;
  /** Of the header, e.g. `1.7`; the catalog may say a later one. */
  readonly version: string;
  readonly sections: readonly Section[];
  readonly startXref: number;
  readonly store: EntryStore;
  readonly index: EntryIndex;
  /** Objects on which readers of hybrid files disagree. */
  readonly disputed: ReadonlySet<number>;
  /** Pairs of entries of one section that name one number. */
  readonly repeated: Laid['repeated'];
  /** The file to which this one's last bytes were appended, where it was at hand. */
  readonly before: Pdf | undefined;
  /** By number: members of object streams, whose entries may mean another stream in another revision. */
  readonly #members = new Cache<IndirectObject | undefined>(CACHED_OBJECT_BYTES, CACHED_OBJECTS);
  /** By entry: what stands in the file itself is the same in every revision. */
  readonly #known: Cache<IndirectObject | undefined>;
  readonly #streams = new Cache<ObjectStream>(CACHED_STREAM_BYTES);
  readonly #budget: Budget;
  readonly #encryption: Encryption | undefined;
  readonly #digests = new Map<DigestAlgorithm, RunningDigest>();
  /** Objects that are being read, each for the one before it. */
  readonly #loading: number[] = [];

  constructor(parts: PdfParts) {
    super();
    this.bytes = parts.bytes;
    this.ports = parts.ports;
    this.limits = parts.limits;
    this.version = parts.version;
    this.sections = parts.sections;
    this.startXref = parts.startXref;
    this.#budget = parts.budget;
    this.#encryption = parts.encryption;
    this.store = parts.store;
    this.before = parts.before;
    this.#known = parts.known ?? new Cache(CACHED_OBJECT_BYTES, CACHED_OBJECTS);
    const { index, disputed, repeated } = parts.laid ?? layOver(parts.sections, parts.store);
    this.index = index;
    this.disputed = disputed;
    this.repeated = repeated;
  }

  /** How the file is encrypted; it is read and added to under the empty user password. */
  get encrypted(): EncryptionFacts | undefined {
    return this.#encryption?.facts;
  }

  /** Of a file in the clear, undefined. */
  get encryption(): Encryption | undefined {
    return this.#encryption;
  }

  /** What a file inside this one is read on. */
  get budget(): Budget {
    return this.#budget;
  }

  /** The trailer of the newest section. */
  get trailer(): PdfDict {
    const [newest] = this.sections;
    if (newest === undefined) throw new PdfError('broken_xref', 'The file has no cross-reference section');
    return newest.trailer;
  }

  get rootRef(): PdfRef {
    const root = this.trailer.entries.get('Root');
    if (root?.type !== 'ref') throw new PdfError('broken_xref', 'The trailer names no catalog');
    return root;
  }

  get catalog(): PdfDict {
    const catalog = this.dict(this.rootRef);
    if (catalog === undefined) throw new PdfError('broken_object', 'The catalog is missing');
    return catalog;
  }

  /** The valid object of that number, or undefined where it is free or missing. */
  override object(number: number): IndirectObject | undefined {
    const slot = this.index.get(number);
    if (slot === undefined) return undefined;
    const [cache, key] = this.store.kind(slot) === COMPRESSED ? [this.#members, number] : [this.#known, slot];
    if (cache.has(key)) return cache.get(key);
    const object = this.load(this.store.entry(slot));
    cache.set(key, object, object === undefined ? 0 : object.value.end - object.value.start);
    return object;
  }

  /** Reads what an entry of any revision points at; not cached. */
  load(entry: Entry): IndirectObject | undefined {
    const { number } = entry;
    if (this.#loading.includes(number))
      throw new PdfError('loop', 'An object needs itself', { object: number });
    this.#loading.push(number);
    try {
      if (entry.kind === IN_USE) return this.#atOffset(entry);
      if (entry.kind !== COMPRESSED) return undefined;
      const stream = this.objectStream(entry.place);
      const parser = new Parser(stream.data, memberOffset(stream, entry.detail, number), this.limits);
      const value = this.#counted(parser, () => parser.value());
      if (value.type === 'ref') throw parser.broken('an object that is a reference');
      return { number, generation: 0, value, container: stream.number };
    } catch (error) {
      this.spend(FAILURE);
      throw error;
    } finally {
      this.#loading.pop();
    }
  }

  /**
   * A number that entries share which name the same bytes. What is in use alone holds members: of a free entry the place
   * says nothing, be it that of an object stream.
   */
  identity(entry: Entry): number {
    if (entry.kind !== COMPRESSED) return entry.place;
    const slot = this.index.get(entry.place);
    const container = slot === undefined ? undefined : this.store.entry(slot);
    const place = container?.kind === IN_USE ? container.place : 0;
    return -(place * MEMBERS + Math.min(entry.detail, MEMBERS - 1) + 1);
  }

  /** The bytes of a string; one that many values share costs each time. See {@link text} for `most`. */
  override stringBytes(string: PdfString, most = Number.POSITIVE_INFINITY): Uint8Array {
    // A character takes four bytes at most, and each of them an escape of four.
    const end = Math.min(
      string.end,
      string.start + 16 * (most + 1) + (string.sealed === undefined ? 0 : BLOCKS),
    );
    this.spend(2 * LOAD + 4 * (end - string.start));
    const bytes = stringBytes(end < string.end ? { ...string, end } : string);
    if (string.sealed === undefined || this.#encryption === undefined) return bytes;
    this.spend(DECIPHER);
    return this.#encryption.string(bytes, string.sealed);
  }

  /** Whether readers find different ends of a string or stream in a value, as it is enciphered. */
  isOpenEnded(value: PdfValue): boolean {
    return readable(() => this.#encryption?.isOpenEnded(this, value)) ?? false;
  }

  /** A digest over all bytes of the file, to go on with; however often it is asked for, they are digested once. */
  digest(algorithm: DigestAlgorithm): RunningDigest {
    const known = this.#digests.get(algorithm) ?? this.#digested(algorithm);
    this.#digests.set(algorithm, known);
    return known.copy();
  }

  #digested(algorithm: DigestAlgorithm): RunningDigest {
    const { before, bytes, ports } = this;
    if (before === undefined) return ports.digest(algorithm).update(bytes);
    return before.digest(algorithm).update(bytes.subarray(before.bytes.length));
  }

  /** Counts work against what the file may cost in all; throws `too_many_objects`. */
  override spend(units: number): void {
    this.#budget.read(units);
  }

  /** A stream's data before its filters, deciphered. */
  streamData(stream: PdfStream): Uint8Array {
    const length = this.number(stream.dict.entries.get('Length')) ?? -1;
    const end = stream.dataStart + length;
    const after = new Parser(stream.source, end, this.limits);
    if (length < 0 || end > stream.source.length || !this.#counted(after, () => after.keyword('endstream'))) {
      throw new PdfError('broken_stream', 'The length of a stream is wrong');
    }
    const data = stream.source.subarray(stream.dataStart, end);
    if (stream.sealed === undefined || this.#encryption === undefined) return data;
    this.spend(DECIPHER + data.length);
    return this.#encryption.stream(this, stream, data, stream.sealed);
  }

  /**
   * A stream's data, decoded. Throws `unsupported_filter` for images, `inflate_limit` past the file's bounds;
   * `broken` is told where the data break off, or make no sense in places.
   */
  decoded(stream: PdfStream, broken?: () => void): Uint8Array {
    return this.#decode(stream, Number.POSITIVE_INFINITY, broken);
  }

  /** The same; undefined for more than `limit` bytes, where the file's own bounds allow them. */
  decodedWithin(stream: PdfStream, limit: number): Uint8Array | undefined {
    const isOwn = limit <= Math.min(this.limits.streamBytes, this.#budget.inflatable);
    try {
      const bytes = this.#decode(stream, limit, undefined);
      return bytes.length > limit ? undefined : bytes;
    } catch (error) {
      if (isOwn && error instanceof PdfError && error.code === 'inflate_limit') return undefined;
      throw error;
    }
  }

  /** The samples of a picture, decoded; undefined for more than `limit` bytes, and past what the samples of a file may decode to. */
  decodedSamples(stream: PdfStream, limit: number): Uint8Array | undefined {
    try {
      const bytes = this.#decode(stream, limit, undefined, this.#budget.samples);
      return bytes.length > limit ? undefined : bytes;
    } catch (error) {
      if (error instanceof PdfError && error.code === 'inflate_limit') return undefined;
      throw error;
    }
  }

  #decode(
    stream: PdfStream,
    limit: number,
    broken: (() => void) | undefined,
    budget: Inflation = this.#budget,
  ): Uint8Array {
    const { ports, limits, resolve } = this;
    const deciphered = stream.sealed !== undefined;
    const context = { ports, limits, budget, resolve, limit, deciphered, broken };
    return decodeStream(stream.dict, this.streamData(stream), context);
  }

  /**
   * The file as an older set of sections (newest first) showed it; `over`: as it was before the newest of them, where that
   * is at hand.
   */
  as(sections: Section[], over?: { before: Pdf; newer: readonly Section[] }): Pdf {
    const { bytes, ports, limits, version, store } = this;
    this.#budget.laidOver(store.length + this.index.highest / 8);
    const startXref = sections[0]?.offset ?? 0;
    const [budget, encryption, known] = [this.#budget, this.#encryption, this.#known];
    const parts = { bytes, ports, limits, version, store, budget, sections, startXref, encryption, known };
    const laid = over === undefined ? layOver(sections, store) : layOnTop(over.before, over.newer, store);
    const older = new Pdf({ ...parts, laid });
    refuseRepeated(older);
    return older;
  }

  #atOffset(entry: Entry): IndirectObject {
    const { number } = entry;
    const parser = new Parser(this.bytes, entry.place, this.limits);
    return this.#counted(parser, () => {
      if (parser.integer() !== number || parser.integer() !== entry.detail || !parser.keyword('obj')) {
        throw new PdfError('broken_xref', 'An object is not where its entry says', { object: number });
      }
      parser.pos = entry.place;
      const object = parser.indirectObject();
      this.#encryption?.seal(object.value, { number, generation: entry.detail });
      return object;
    });
  }

  /** Counts what a parser reads, also where it reads in vain. */
  #counted<T>(parser: Parser, read: () => T): T {
    const from = parser.pos;
    this.spend(LOAD);
    try {
      return read();
    } finally {
      this.spend(parser.pos - from + parser.values * VALUE);
    }
  }

  /** The decoded object stream of that number. */
  objectStream(number: number): ObjectStream {
    const known = this.#streams.get(number);
    if (known !== undefined) return known;
    const slot = this.index.get(number);
    const entry = slot === undefined ? undefined : this.store.entry(slot);
    const value = entry?.kind === IN_USE ? this.load(entry)?.value : undefined;
    if (value?.type !== 'stream')
      throw new PdfError('broken_xref', 'An object stream is missing', { object: number });
    const data = this.decoded(value, () => {
      throw new PdfError('broken_stream', 'The data of an object stream make no sense in places', {
        object: number,
      });
    });
    const stream = readObjectStream(number, value, data, this.limits);
    this.#streams.set(number, stream, stream.data.length);
    return stream;
  }
}
