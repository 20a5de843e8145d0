import { PdfError } from '../../errors.ts';
import type { PdfPorts } from '../../ports.ts';
import { concat } from '../bytes.ts';
import type { Lookup } from '../lookup.ts';
import { stringBytes } from '../strings.ts';
import type { ObjectId, PdfDict, PdfStream, PdfString, PdfValue } from '../values.ts';
import { type EncryptionDictionary, filterNamed, type Method } from './dictionary.ts';
import { objectKey } from './key.ts';

/** What an encrypted file says of its protection. */
export interface EncryptionFacts {
  /** /Filter. */
  handler: 'Standard';
  /** /V and /R. */
  version: number;
  revision: number;
  /** /P, 32 bits with sign (ISO 32000-2 Table 22). */
  permissions: number;
}

const BLOCK = 16;
/** What deciphering costs beside the bytes: setting a cipher up takes as long as reading a page of text. */
export const DECIPHER = 1024;

/**
 * Reads what an encrypted file protects under the empty user password. Without a key only what a crypt filter
 * enciphers throws `encrypted`.
 */
export class Encryption {
  readonly facts: EncryptionFacts;
  readonly #dictionary: EncryptionDictionary;
  readonly #key: Uint8Array | undefined;
  readonly #ports: PdfPorts;
  /** Object number of /Encrypt itself, whose strings are plain. */
  readonly #own: number | undefined;
  #last: { object: ObjectId; method: Method; key: Uint8Array } | undefined;

  constructor(
    dictionary: EncryptionDictionary,
    key: Uint8Array | undefined,
    ports: PdfPorts,
    own: number | undefined,
  ) {
    const { version, revision, permissions } = dictionary;
    this.facts = { handler: 'Standard', version, revision, permissions };
    this.#dictionary = dictionary;
    this.#key = key;
    this.#ports = ports;
    this.#own = own;
  }

  /**
   * Throws where nothing can be added to the file as it is: `encrypted` where a part of it asks for a password,
   * `broken_object` where /Encrypt says two things, so that readers would find two different files.
   */
  checkWritable(): void {
    const { ambiguous, version } = this.#dictionary;
    if (this.#key === undefined) throw new PdfError('encrypted', 'A part of the file asks for a password');
    if (ambiguous) throw new PdfError('broken_object', '/Encrypt: readers may find another than we do');
    if (version === 5 && !this.#agreesWithPermissions(this.#key))
      throw new PdfError('broken_object', '/Encrypt: /Perms and /P say two things');
  }

  /** Algorithm 13 (§7.6.4.4.12): /Perms repeats /P and /EncryptMetadata under the file's key. */
  #agreesWithPermissions(key: Uint8Array): boolean {
    const { sealedPermissions, permissions, metadata } = this.#dictionary;
    if (sealedPermissions.length !== BLOCK) return false;
    const block = this.#ports.decipher.aesCbc('decrypt', key, new Uint8Array(BLOCK), sealedPermissions);
    const bits = [0, 8, 16, 24].map((shift) => (permissions >> shift) & 255);
    const told = [...bits, 255, 255, 255, 255, metadata ? 84 : 70, 97, 100, 98];
    return told.every((byte, at) => block[at] === byte);
  }

  /** Whether the file's own handler has this dictionary: an update must not give it another meaning. */
  isOwn(number: number): boolean {
    return number === this.#own;
  }

  /** Marks the strings and the stream of an object of the file as enciphered under its number. */
  seal(value: PdfValue, object: ObjectId): void {
    if (object.number === this.#own) return;
    const strings = this.#dictionary.strings !== 'none';
    const open: PdfValue[] = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.type === 'string') {
        if (strings) next.sealed = object;
      } else if (next.type === 'array') for (const item of next.items) open.push(item);
      else if (next.type === 'dict') pushEntries(next, open);
      else if (next.type === 'stream') {
        next.sealed = object;
        pushEntries(next.dict, open);
      }
    }
  }

  /** The bytes of a sealed string. What is too short to be enciphered stands for nothing. */
  string(bytes: Uint8Array, object: ObjectId): Uint8Array {
    return this.#open(this.#dictionary.strings, bytes, object);
  }

  /** A string's bytes as they stand in an object of the file. */
  sealString(bytes: Uint8Array, object: ObjectId): Uint8Array {
    return this.#close(this.#dictionary.strings, bytes, object);
  }

  /** A stream's data, filtered, as they stand in an object of the file. */
  sealStream(pdf: Lookup, { dict }: PdfStream, data: Uint8Array, object: ObjectId): Uint8Array {
    return this.#close(this.#methodOf(pdf, dict), data, object);
  }

  /** A sealed stream's data before its filters. */
  stream(pdf: Lookup, { dict }: PdfStream, data: Uint8Array, object: ObjectId): Uint8Array {
    const method = this.#methodOf(pdf, dict);
    if (method !== 'none' && method !== 'rc4' && data.length % BLOCK !== 0) {
      throw new PdfError('broken_stream', 'An enciphered stream has no whole number of blocks');
    }
    return this.#open(method, data, object);
  }

  /**
   * Whether AES enciphers a string or the stream of a value without the padding of §7.6.3.1, or by no whole number of blocks:
   * readers find different ends of it. What is empty says nothing to any of them.
   */
  isOpenEnded(pdf: Lookup, value: PdfValue): boolean {
    const open: PdfValue[] = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.type === 'array') for (const item of next.items) open.push(item);
      else if (next.type === 'dict') for (const item of next.entries.values()) open.push(item);
      else if (next.type === 'string' && !this.#hasEnd(pdf, this.#dictionary.strings, next)) return true;
      else if (next.type === 'stream' && !isSection(pdf, next.dict)) {
        open.push(next.dict);
        if (!this.#hasEnd(pdf, this.#methodOf(pdf, next.dict), next)) return true;
      }
    }
    return false;
  }

  #hasEnd(pdf: Lookup, method: Method, value: PdfString | PdfStream): boolean {
    if (method === 'none' || method === 'rc4' || value.sealed === undefined) return true;
    pdf.spend(DECIPHER + (value.type === 'string' ? value.end - value.start : 0));
    const bytes = value.type === 'string' ? stringBytes(value) : dataOf(pdf, value);
    return bytes.length === 0 || this.#isPadded(method, bytes, value.sealed);
  }

  /** The last block alone tells; the one before it is to it what the first of all is to the second. */
  #isPadded(method: Method, bytes: Uint8Array, object: ObjectId): boolean {
    if (bytes.length < 2 * BLOCK || bytes.length % BLOCK !== 0) return false;
    const [before, last] = [bytes.subarray(-2 * BLOCK, -BLOCK), bytes.subarray(-BLOCK)];
    const block = this.#ports.decipher.aesCbc('decrypt', this.#keyOf(method, object), before, last);
    return unpadded(block).length < BLOCK;
  }

  /** A stream's own /Crypt filter goes first. */
  #methodOf(pdf: Lookup, dict: PdfDict): Method {
    const { metadata, streams, attachments, filters, version } = this.#dictionary;
    const type = pdf.name(dict.entries.get('Type'));
    if (isSection(pdf, dict)) return 'none';
    if (version < 4) return streams;
    const own = ownFilter(pdf, dict);
    if (own !== undefined) return filterNamed(filters, own);
    if (type === 'Metadata' && !metadata) return 'none';
    return type === 'EmbeddedFile' ? attachments : streams;
  }

  #open(method: Method, bytes: Uint8Array, object: ObjectId): Uint8Array {
    if (method === 'none') return bytes;
    const key = this.#keyOf(method, object);
    if (method === 'rc4') return this.#ports.decipher.rc4(key, bytes);
    const end = bytes.length - (bytes.length % BLOCK);
    if (end <= BLOCK) return new Uint8Array();
    const blocks = bytes.subarray(BLOCK, end);
    return unpadded(this.#ports.decipher.aesCbc('decrypt', key, bytes.subarray(0, BLOCK), blocks));
  }

  /** §7.6.3.1: AES has a fresh initialization vector each time, which goes first, and pads to whole blocks. */
  #close(method: Method, bytes: Uint8Array, object: ObjectId): Uint8Array {
    if (method === 'none') return bytes;
    const key = this.#keyOf(method, object);
    const { rc4, aesCbc, random } = this.#ports.decipher;
    if (method === 'rc4') return rc4(key, bytes);
    const iv = random(BLOCK);
    const count = BLOCK - (bytes.length % BLOCK);
    const padded = concat([bytes, new Uint8Array(count).fill(count)]);
    return concat([iv, aesCbc('encrypt', key, iv, padded)]);
  }

  /** The strings of one object share its mark, and its key. */
  #keyOf(method: Method, object: ObjectId): Uint8Array {
    if (this.#key === undefined) throw new PdfError('encrypted', 'A part of the file asks for a password');
    if (method === 'aes256') return this.#key;
    if (this.#last?.object === object && this.#last.method === method) return this.#last.key;
    const key = objectKey(this.#key, object, method === 'aes128', this.#ports);
    this.#last = { object, method, key };
    return key;
  }
}

/** Cross-reference streams are never enciphered, nor are their strings (§7.5.8.2). */
const isSection = (pdf: Lookup, dict: PdfDict): boolean => pdf.name(dict.entries.get('Type')) === 'XRef';

function dataOf(pdf: Lookup, { source, dataStart, dict }: PdfStream): Uint8Array {
  return source.subarray(dataStart, dataStart + (pdf.number(dict.entries.get('Length')) ?? 0));
}

/** A signature's /Contents stands in the clear, and is what the byte range leaves out (§7.6.2). */
function pushEntries({ entries, duplicates, hidden }: PdfDict, open: PdfValue[]): void {
  const signature = entries.has('ByteRange');
  for (const [key, value] of entries) if (!signature || key !== 'Contents') open.push(value);
  // What a later entry hides is enciphered all the same.
  duplicates.forEach((key, at) => {
    const value = hidden?.[at];
    if (value !== undefined && (!signature || key !== 'Contents')) open.push(value);
  });
}

/** The name in the /DecodeParms of a leading /Crypt filter (§7.4.10). */
function ownFilter(pdf: Lookup, { entries }: PdfDict): string | undefined {
  const filters = pdf.resolve(entries.get('Filter'));
  const params = pdf.resolve(entries.get('DecodeParms'));
  const first = filters?.type === 'array' ? filters.items[0] : filters;
  if (pdf.name(first) !== 'Crypt') return undefined;
  const given = pdf.dict(params?.type === 'array' ? params.items[0] : params);
  return pdf.name(given?.entries.get('Name')) ?? 'Identity';
}

/** Without the padding of §7.6.3.1; where there is none, nothing is taken off. */
function unpadded(bytes: Uint8Array): Uint8Array {
  const count = bytes.at(-1) ?? 0;
  const padded = count >= 1 && count <= BLOCK && bytes.subarray(-count).every((byte) => byte === count);
  return padded ? bytes.subarray(0, bytes.length - count) : bytes;
}
