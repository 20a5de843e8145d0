import { PdfError, readable } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import type { PdfPorts } from '../../ports.ts';
import { checkCopying } from '../../sign/restrictions.ts';
import { Budget } from '../../syntax/budget.ts';
import { type Encryption, readEncryption } from '../../syntax/encryption/index.ts';
import { decodeStream } from '../../syntax/filters.ts';
import { Lookup } from '../../syntax/lookup.ts';
import { stringBytes } from '../../syntax/strings.ts';
import type { IndirectObject, PdfDict, PdfStream, PdfString, PdfValue } from '../../syntax/values.ts';
import { LooseParser } from './looseparser.ts';
import { type Scanned, scanObjects, scanTrailers } from './scan.ts';

const REFERENCE_STEPS = 32;

/** A file whose tables are not believed: of each number the object that stands last in the bytes. */
export class LooseFile extends Lookup {
  readonly ports: PdfPorts;
  readonly limits: Limits;
  readonly trailer: PdfDict;
  readonly #budget: Budget;
  readonly #objects = new Map<number, IndirectObject>();
  /** Where the data of streams end. */
  readonly #ends = new Map<PdfValue, number>();
  readonly #encryption: Encryption | undefined;

  constructor(bytes: Uint8Array, ports: PdfPorts, limits: Limits) {
    super();
    this.ports = ports;
    this.limits = limits;
    this.#budget = new Budget(limits, bytes.length);
    const scanned = scanObjects(bytes, limits, (units) => this.spend(units));
    for (const { number, generation, value, dataEnd } of scanned) {
      this.#objects.set(number, { number, generation, value });
      if (value.type === 'stream') this.#ends.set(value, dataEnd);
    }
    const trailers = [...scanTrailers(bytes, limits, (units) => this.spend(units)), ...sectionsOf(scanned)];
    // An /Encrypt that the newest trailer has lost is needed all the same.
    const protection = trailers.find(({ entries }) => entries.has('Encrypt'));
    this.trailer = protection ?? trailers[0] ?? EMPTY;
    this.#encryption = protection === undefined ? undefined : readEncryption(this);
    checkCopying(this.#encryption?.facts);
    for (const { number, generation, value } of this.#objects.values())
      this.#encryption?.seal(value, { number, generation });
    this.#readObjectStreams(scanned);
    this.trailer =
      trailers.find((one) => this.#isCatalog(one.entries.get('Root'))) ?? this.#made(this.trailer);
  }

  get isEncrypted(): boolean {
    return this.#encryption !== undefined;
  }

  get numbers(): number[] {
    return [...this.#objects.keys()].sort((a, b) => a - b);
  }

  override object(number: number): IndirectObject | undefined {
    return this.#objects.get(number);
  }

  /** Whatever generation a reference names. */
  override resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    let at = value;
    for (let step = 0; at?.type === 'ref' && step < REFERENCE_STEPS; step++)
      at = this.object(at.number)?.value;
    return at?.type === 'null' || at?.type === 'ref' ? undefined : at;
  };

  override spend(units: number): void {
    this.#budget.read(units);
  }

  override stringBytes(string: PdfString): Uint8Array {
    const bytes = stringBytes(string);
    this.spend(bytes.length);
    if (string.sealed === undefined || this.#encryption === undefined) return bytes;
    return this.#encryption.string(bytes, string.sealed);
  }

  /** A stream's data before its filters, deciphered. */
  streamData(stream: PdfStream): Uint8Array {
    const data = stream.source.subarray(stream.dataStart, this.#ends.get(stream) ?? stream.dataStart);
    if (stream.sealed === undefined || this.#encryption === undefined) return data;
    this.spend(data.length);
    // What breaks off within a block of the cipher is read up to the block before.
    const whole = data.length % 16 === 0 ? data : data.subarray(0, data.length - (data.length % 16));
    const sealed = stream.sealed;
    return (
      readable(() => this.#encryption?.stream(this, stream, data, sealed)) ??
      readable(() => this.#encryption?.stream(this, stream, whole, sealed)) ??
      data
    );
  }

  /** In the order of the bytes: what a later stream holds takes the place of what an earlier one does. */
  #readObjectStreams(scanned: readonly Scanned[]): void {
    const offsets = new Map<number, number>();
    for (const { number, offset } of scanned) offsets.set(number, offset);
    for (const { value, number, offset } of scanned) {
      if (value.type !== 'stream' || this.name(value.dict.entries.get('Type')) !== 'ObjStm') continue;
      if (this.#objects.get(number)?.value !== value) continue;
      for (const [member, found] of readable(() => this.#members(value)) ?? []) {
        if ((offsets.get(member) ?? -1) > offset) continue;
        offsets.set(member, offset);
        this.#objects.set(member, { number: member, generation: 0, value: found });
      }
    }
  }

  #members(stream: PdfStream): [number, PdfValue][] {
    const { ports, limits, resolve } = this;
    const context = { ports, limits, budget: this.#budget, resolve, deciphered: true };
    const data = decodeStream(stream.dict, this.streamData(stream), context);
    const first = this.number(stream.dict.entries.get('First')) ?? 0;
    const count = this.number(stream.dict.entries.get('N')) ?? 0;
    const table = new LooseParser(data, 0, limits, (units) => this.spend(units));
    const members: [number, PdfValue][] = [];
    for (let at = 0; at < count; at++) {
      const [number, offset] = [table.integer(), table.integer()];
      if (number < 0 || offset < 0) break;
      if (number < 1 || number > limits.objectNumber) continue;
      const value = new LooseParser(data, first + offset, limits, (units) => this.spend(units)).value();
      if (value !== undefined) members.push([number, value]);
    }
    if (this.#objects.size + members.length > limits.entries)
      throw new PdfError('too_many_objects', 'The file has too many objects');
    return members;
  }

  #isCatalog(value: PdfValue | undefined): boolean {
    return value?.type === 'ref' && this.resolve(value)?.type === 'dict';
  }

  /** A trailer that names the last catalog that there is, where no trailer names one. */
  #made(trailer: PdfDict): PdfDict {
    for (const { number, value } of [...this.#objects.values()].reverse()) {
      if (value.type !== 'dict' || this.name(value.entries.get('Type')) !== 'Catalog') continue;
      const { source, start, end } = value;
      const root: PdfValue = { type: 'ref', number, generation: 0, source, start, end };
      return { ...trailer, entries: new Map(trailer.entries).set('Root', root) };
    }
    return trailer;
  }
}

const NOTHING = new Uint8Array();
const EMPTY: PdfDict = {
  type: 'dict',
  entries: new Map(),
  duplicates: [],
  source: NOTHING,
  start: 0,
  end: 0,
};

/** The dictionaries of cross-reference streams, the last one first: they are trailers, too. */
function sectionsOf(scanned: readonly Scanned[]): PdfDict[] {
  return scanned
    .flatMap(({ value }) => (value.type === 'stream' ? [value.dict] : []))
    .filter(({ entries }) => {
      const type = entries.get('Type');
      return type?.type === 'name' && type.value === 'XRef';
    })
    .reverse();
}
