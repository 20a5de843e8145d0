import { PkiError } from '../error.ts';
import { CONSTRUCTED } from './tags.ts';

/** Bounds of one reading. */
export interface ReadOptions {
  /** Accept BER: indefinite and long-form lengths (CMS made by others). Default: DER lengths only. */
  ber?: boolean;
  /** Nesting levels, default 32. */
  maxDepth?: number;
  /** Values read in all, default 20,000. */
  maxNodes?: number;
  /** Octets of the whole value, default 16 MiB. */
  maxBytes?: number;
  /** Octets after the value: refused unless set (the zero padding of /Contents). */
  allowTrailing?: boolean;
}

interface Budget {
  readonly ber: boolean;
  readonly maxDepth: number;
  nodes: number;
}

/** One ASN.1 value, its members read only when asked for. `raw` and `content` are views, never copies. */
export class Asn1 {
  /** Identifier octet: class, constructed bit and number (below 31). */
  readonly tag: number;
  /** Identifier, length and contents as they stand. */
  readonly raw: Uint8Array;
  readonly content: Uint8Array;
  readonly #budget: Budget;
  readonly #depth: number;
  #members: Asn1[] | undefined;

  constructor(tag: number, raw: Uint8Array, content: Uint8Array, budget: Budget, depth: number) {
    this.tag = tag;
    this.raw = raw;
    this.content = content;
    this.#budget = budget;
    this.#depth = depth;
  }

  /** Whether the reading that this belongs to accepts BER. */
  get ber(): boolean {
    return this.#budget.ber;
  }

  /** The members of a constructed value. */
  members(): Asn1[] {
    if ((this.tag & CONSTRUCTED) === 0)
      throw new PkiError('asn1_unexpected', 'a primitive value has no members');
    if (this.#members === undefined) {
      const members: Asn1[] = [];
      for (let at = 0; at < this.content.length; ) {
        const member = readAt(this.content, at, this.#budget, this.#depth + 1);
        members.push(member);
        at += member.raw.length;
      }
      this.#members = members;
    }
    return this.#members;
  }
}

/** Reads one value that fills `bytes`. */
export function readAsn1(bytes: Uint8Array, options: ReadOptions = {}): Asn1 {
  if (bytes.length > (options.maxBytes ?? 16 * 1024 * 1024)) {
    throw new PkiError('asn1_limit', `more than ${options.maxBytes ?? '16 Mi'} octets of ASN.1`);
  }
  const budget = {
    ber: options.ber ?? false,
    maxDepth: options.maxDepth ?? 32,
    nodes: options.maxNodes ?? 20_000,
  };
  // A host's own subclass (Node's Buffer) slices without copying; views of plain arrays behave everywhere alike.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const value = readAt(plain, 0, budget, 0);
  if (value.raw.length !== bytes.length && options.allowTrailing !== true) {
    throw new PkiError('asn1_trailing', `${bytes.length - value.raw.length} octets after the value`);
  }
  return value;
}

function readAt(bytes: Uint8Array, start: number, budget: Budget, depth: number): Asn1 {
  if (depth > budget.maxDepth) throw new PkiError('asn1_limit', 'ASN.1 nested too deep');
  if (budget.nodes-- <= 0) throw new PkiError('asn1_limit', 'too many ASN.1 values');
  const { tag, length, contentStart } = readHeader(bytes, start, budget.ber);
  if (length !== 'indefinite') {
    const end = contentStart + length;
    if (end > bytes.length) throw new PkiError('asn1_malformed', 'a length past the end');
    return new Asn1(tag, bytes.subarray(start, end), bytes.subarray(contentStart, end), budget, depth);
  }
  const end = endOfContents(bytes, contentStart, budget, depth);
  return new Asn1(tag, bytes.subarray(start, end + 2), bytes.subarray(contentStart, end), budget, depth);
}

interface Header {
  tag: number;
  length: number | 'indefinite';
  contentStart: number;
}

function readHeader(bytes: Uint8Array, start: number, ber: boolean): Header {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new PkiError('asn1_malformed', 'a truncated header');
  if ((tag & 0x1f) === 0x1f) throw new PkiError('asn1_unexpected', 'a tag number above 30');
  if (tag === 0) throw new PkiError('asn1_malformed', 'end-of-contents out of place');
  if (first < 0x80) return { tag, length: first, contentStart: start + 2 };
  if (first === 0x80) {
    if (!ber || (tag & CONSTRUCTED) === 0) throw new PkiError('asn1_malformed', 'an indefinite length');
    return { tag, length: 'indefinite', contentStart: start + 2 };
  }
  return {
    tag,
    length: longLength(bytes, start + 2, first & 0x7f, ber),
    contentStart: start + 2 + (first & 0x7f),
  };
}

function longLength(bytes: Uint8Array, at: number, count: number, ber: boolean): number {
  if (count > (ber ? 8 : 4) || at + count > bytes.length)
    throw new PkiError('asn1_malformed', 'a length of too many octets');
  let length = 0;
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[at + i] ?? 0);
  if (!ber && (length < 0x80 || bytes[at] === 0))
    throw new PkiError('asn1_malformed', 'a length not in its shortest form');
  return length;
}

/** Offset of the end-of-contents octets that close an indefinite length; each value on the way is counted. */
function endOfContents(bytes: Uint8Array, start: number, budget: Budget, depth: number): number {
  let at = start;
  for (;;) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return at;
    if (at >= bytes.length) throw new PkiError('asn1_malformed', 'an indefinite length without an end');
    at += readAt(bytes, at, budget, depth + 1).raw.length;
  }
}
