import { readable } from '../errors.ts';
import { toHex } from '../syntax/bytes.ts';
import { COMPRESSED } from '../syntax/entries.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import { atRevision, type Revision, revisions } from './revisions.ts';

/** An object of a document security store. */
export interface StoredObject {
  /** The stream's data, decoded; that they are DER is not checked. */
  der: Uint8Array;
  /** End of the first revision in which it stands with these bytes. */
  end: number;
}

/** Validation data that a document brings along (ISO 32000-2 §12.8.4.3, EN 319 142-1 §5.4.2). */
export interface SecurityStore {
  certificates: StoredObject[];
  ocsps: StoredObject[];
  crls: StoredObject[];
}

/** What is read; what lies beyond is left out, so that verdicts that need it stay open. */
export const STORE_LIMITS = { objects: 4096, bytes: 64 * 1024 * 1024 };

const LISTS = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const;
const VRI_LISTS = { certificates: 'Cert', ocsps: 'OCSP', crls: 'CRL' } as const;
type Kind = keyof SecurityStore;
const KINDS: readonly Kind[] = ['certificates', 'ocsps', 'crls'];

/**
 * What /DSS holds over all revisions, the entries of /VRI included, each object once and in the order in which it
 * came. What cannot be read is left out; work past the file's bounds throws as all reading does.
 */
export function securityStore(pdf: Pdf): SecurityStore {
  const reader = new StoreReader();
  const all = revisions(pdf);
  for (const revision of all) {
    if (!reader.mayDiffer(pdf, revision)) continue;
    const then = atRevision(pdf, all, revision.number);
    reader.read(then, all, revision.end);
  }
  return reader.store;
}

/** Digests (lower-case hex SHA-256) of what the current store lists of a kind, its /VRI aside. */
export function listed(pdf: Pdf, dss: PdfDict, kind: Kind): Set<string> {
  const found = new Set<string>();
  let left = STORE_LIMITS.bytes;
  for (const item of (pdf.array(dss.entries.get(LISTS[kind]))?.items ?? []).slice(0, STORE_LIMITS.objects)) {
    const stream = readable(() => pdf.resolve(item));
    const der = stream?.type === 'stream' ? readable(() => pdf.decodedWithin(stream, left)) : undefined;
    if (der === undefined) continue;
    left -= der.length;
    found.add(toHex(pdf.ports.digest('SHA-256').update(der).digest()));
  }
  return found;
}

/** Numbers of arrays that several lists of a store share: none can be added to without changing another. */
export function sharedLists(pdf: Pdf, dss: PdfDict): Set<number> {
  const vri = pdf.dict(dss.entries.get('VRI'));
  const dicts = [...(vri?.entries.values() ?? [])].flatMap((value) => pdf.dict(value) ?? []);
  const lists = [...Object.values(LISTS).map((key) => dss.entries.get(key))];
  for (const { entries } of dicts) for (const key of Object.values(VRI_LISTS)) lists.push(entries.get(key));
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const list of lists) {
    if (list?.type !== 'ref') continue;
    if (seen.has(list.number)) shared.add(list.number);
    seen.add(list.number);
  }
  return shared;
}

class StoreReader {
  readonly store: SecurityStore = { certificates: [], ocsps: [], crls: [] };
  /** Bytes already taken, by kind and digest; and by where they stand. */
  readonly #known = new Set<string>();
  readonly #places = new Set<string>();
  /** Numbers on whose objects the last reading rested. */
  #rests = new Set<number>();
  #root: number | undefined;
  #all: readonly Revision[] = [];
  #objects = 0;
  #bytes = 0;

  /** Whether the revision touches anything that the store of the one before was read from. */
  mayDiffer(pdf: Pdf, { sections }: Revision): boolean {
    for (const { trailer, entries, hidden } of sections) {
      const root = trailer.entries.get('Root');
      if (root?.type !== 'ref' || root.number !== this.#root) return true;
      for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
        for (let at = range.from; at < range.to; at++) if (this.#rests.has(pdf.store.number(at))) return true;
      }
    }
    return false;
  }

  read(then: Pdf, all: readonly Revision[], end: number): void {
    this.#all = all;
    this.#rests = new Set();
    const root = readable(() => then.rootRef);
    this.#root = root?.number;
    const dss = readable(() => this.#dict(then, this.#dict(then, root)?.entries.get('DSS')));
    if (dss === undefined) return;
    this.#readLists(then, end, dss, LISTS);
    const vri = readable(() => this.#dict(then, dss.entries.get('VRI')));
    for (const value of vri?.entries.values() ?? []) {
      const entry = readable(() => this.#dict(then, value));
      if (entry !== undefined) this.#readLists(then, end, entry, VRI_LISTS);
    }
  }

  #readLists(then: Pdf, end: number, dict: PdfDict, lists: Readonly<Record<Kind, string>>): void {
    for (const kind of KINDS) {
      const value = readable(() => this.#resolved(then, dict.entries.get(lists[kind])));
      if (value?.type !== 'array') continue;
      then.spend(value.items.length);
      for (const item of value.items) readable(() => this.#take(then, end, kind, item));
    }
  }

  #take(then: Pdf, end: number, kind: Kind, item: PdfValue): void {
    const stream = this.#resolved(then, item);
    if (stream?.type !== 'stream') return;
    const place = `${kind}@${stream.dataStart}`;
    if (this.#places.has(place) || this.#objects >= STORE_LIMITS.objects) return;
    this.#places.add(place);
    const der = this.#decoded(then, stream);
    if (der === undefined) return;
    const key = `${kind}:${toHex(then.ports.digest('SHA-256').update(der).digest())}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#objects++;
    this.#bytes += der.length;
    this.store[kind].push({ der, end: this.#presentFrom(then, stream, end) });
  }

  /**
   * A revision may name an object that it does not hold, and a later one bring the bytes: they were there only from
   * the revision on that reaches behind them.
   */
  #presentFrom(then: Pdf, stream: PdfStream, end: number): number {
    const stop = stream.dataStart + then.streamData(stream).length;
    if (stop <= end) return end;
    return this.#all.find((revision) => revision.end >= stop)?.end ?? then.bytes.length;
  }

  #decoded(then: Pdf, stream: PdfStream): Uint8Array | undefined {
    const der = then.decodedWithin(stream, STORE_LIMITS.bytes - this.#bytes);
    return der?.length === 0 ? undefined : der;
  }

  #dict(then: Pdf, value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.#resolved(then, value);
    return resolved?.type === 'dict' ? resolved : undefined;
  }

  /** Follows references, and keeps what the value rests on. */
  #resolved(then: Pdf, value: PdfValue | undefined): PdfValue | undefined {
    let at = value;
    for (let step = 0; at?.type === 'ref' && step < 32; step++) {
      const { number } = at;
      this.#rests.add(number);
      const slot = then.index.get(number);
      if (slot !== undefined && then.store.kind(slot) === COMPRESSED) {
        this.#rests.add(then.store.entry(slot).place);
      }
      const object = then.object(number);
      at = object?.generation === at.generation ? object.value : undefined;
    }
    return at;
  }
}
