import { PdfError } from '../errors.ts';
import { ascii, concat, latin1, toHex } from '../syntax/bytes.ts';
import { enciphered, encipheredValue } from '../syntax/encryption/index.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { nameObject } from '../syntax/strings.ts';
import { type PdfDict, type PdfRef, raw } from '../syntax/values.ts';
import { danglingReferences } from './dangling.ts';
import { spliceDict, type Written, written } from './splice.ts';
import { type WrittenObject, xrefStreamBody, xrefTable } from './xref.ts';

/** Keys of a trailer that an update writes anew, and those that only describe a cross-reference stream. */
const NOT_COPIED = new Set(
  'Type Size Index W Prev Filter DecodeParms Length DL F FFilter FDecodeParms XRefStm ID'.split(' '),
);

/** What an update adds to the file: original + tail is the new file. */
export interface Tail {
  tail: Uint8Array;
  /** Where each object's body starts in `tail`. */
  bodies: Map<number, number>;
}

/**
 * An incremental update under way (ISO 32000-2 §7.5.6): collects changed and new objects, then writes them
 * with a cross-reference section of the file's own kind.
 */
export class Update {
  readonly #pdf: Pdf;
  readonly #edits = new Map<number, { dict: PdfDict; generation: number; changes: Map<string, Written> }>();
  readonly #bodies = new Map<number, { generation: number; body: Uint8Array; isCopied: boolean }>();
  readonly #dangling: ReadonlySet<number>;
  #next: number;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#next = firstFreeNumber(pdf);
    this.#dangling = danglingReferences(pdf, this.#next);
  }

  /** A number that no section of the file has used, and nothing in it refers to. */
  allocate(): number {
    while (this.#dangling.has(this.#next)) this.#next++;
    if (this.#next > this.#pdf.limits.objectNumber) {
      throw new PdfError('too_many_objects', 'No object number is left');
    }
    return this.#next++;
  }

  /** A new object, or a whole new value for an old one; in the clear, whatever the file is. */
  put(number: number, body: Written, generation = 0): void {
    this.#bodies.set(number, { generation, body: written(body), isCopied: false });
  }

  /** A value for an old object that repeats what stands in it, and adds no string. */
  repeat({ number, generation }: Pick<PdfRef, 'number' | 'generation'>, body: Uint8Array): void {
    this.#bodies.set(number, { generation, body, isCopied: this.#isEnciphered(number) });
  }

  /** As {@link spliceDict}, of a dictionary that stands in the object `ref`; text among the changes stands in the clear. */
  splice(
    ref: Pick<PdfRef, 'number' | 'generation'>,
    dict: PdfDict,
    changes: ReadonlyMap<string, Written>,
  ): Uint8Array {
    const own = new Map(Array.from(changes, ([key, value]) => [key, this.#ownValue(ref, value)]));
    return spliceDict(dict, own);
  }

  /**
   * Sets one entry of a dictionary that is an indirect object; `broken_object` where `ref` is no such one. Text stands in
   * the clear; bytes repeat what stands in the same object.
   */
  set(ref: Pick<PdfRef, 'number' | 'generation'>, dict: PdfDict, key: string, value: Written): void {
    const now = this.#pdf.object(ref.number)?.value;
    if (now?.type !== 'dict' || now.start !== dict.start || now.end !== dict.end) {
      throw new PdfError('broken_object', 'What is to change is no dictionary', { object: ref.number });
    }
    const edit = this.#edits.get(ref.number) ?? { dict, generation: ref.generation, changes: new Map() };
    edit.changes.set(key, this.#ownValue(ref, value));
    this.#edits.set(ref.number, edit);
  }

  /** Writes the update. `baseDigest` makes the second half of /ID. */
  finish(baseDigest: Uint8Array): Tail {
    for (const [number, { dict, generation, changes }] of this.#edits) {
      this.repeat({ number, generation }, spliceDict(dict, changes));
    }
    const base = this.#pdf.bytes.length;
    const last = this.#pdf.bytes[base - 1];
    const parts: Uint8Array[] = last === 10 || last === 13 ? [] : [ascii('\n')];
    let at = parts.length;
    const objects: WrittenObject[] = [];
    const bodies = new Map<number, number>();
    const numbers = [...this.#bodies.keys()].sort((a, b) => a - b);
    for (const number of numbers) {
      const { generation, body } = this.#sealed(number);
      const head = ascii(`${number} ${generation} obj\n`);
      const foot = ascii('\nendobj\n');
      objects.push({ number, generation, offset: base + at });
      bodies.set(number, at + head.length);
      parts.push(head, body, foot);
      at += head.length + body.length + foot.length;
    }
    parts.push(this.#crossReference(objects, base + at, this.#id(baseDigest, parts)));
    return { tail: concat(parts), bodies };
  }

  /** Whether the strings of an old object stand enciphered in it: those of an object stream's members do not. */
  #isEnciphered(number: number): boolean {
    return this.#pdf.encryption !== undefined && this.#pdf.object(number)?.container === undefined;
  }

  /** Text for an entry of an old object, as the rest of that object stands. */
  #ownValue(ref: Pick<PdfRef, 'number' | 'generation'>, value: Written): Written {
    const { encryption, limits } = this.#pdf;
    if (encryption === undefined || typeof value !== 'string' || !this.#isEnciphered(ref.number))
      return value;
    return encipheredValue(encryption, limits, ascii(value), ref);
  }

  /** An object as it is written. */
  #sealed(number: number): { generation: number; body: Uint8Array } {
    const put = this.#bodies.get(number);
    if (put === undefined) throw new PdfError('broken_object', 'An object of the update has no value');
    const { encryption } = this.#pdf;
    if (encryption === undefined) return put;
    if (encryption.isOwn(number))
      throw new PdfError('broken_object', 'What is to change is the encryption', { object: number });
    const { generation, body, isCopied } = put;
    return isCopied
      ? put
      : { generation, body: enciphered(encryption, this.#pdf, body, { number, generation }) };
  }

  #crossReference(objects: WrittenObject[], offset: number, id: string): Uint8Array {
    const [newest] = this.#pdf.sections;
    const copied = this.#copiedTrailer();
    const prev = this.#pdf.startXref;
    const end = `startxref\n${offset}\n%%EOF\n`;
    if (newest?.kind === 'stream') {
      const number = this.allocate();
      const all = [...objects, { number, generation: 0, offset }];
      const body = xrefStreamBody(all, `${copied}/Prev ${prev}/Size ${this.#next}${id}`);
      return concat([ascii(`${number} 0 obj\n`), body, ascii(`\nendobj\n${end}`)]);
    }
    const trailer = `trailer\n<<${copied}/Prev ${prev}/Size ${this.#next}${id}>>\n`;
    return ascii(`${xrefTable(objects)}${trailer}${end}`);
  }

  /** Entries that stay, byte for byte. */
  #copiedTrailer(): string {
    let text = '';
    for (const [key, value] of this.#pdf.trailer.entries) {
      if (NOT_COPIED.has(key)) continue;
      text += `${nameObject(key)} ${latin1(raw(value))}`;
    }
    return text;
  }

  /**
   * The first half stays for the life of a file; without one, both halves begin now (§14.4). The keys of an encrypted file
   * rest on its identifier: where it has none, it gets none.
   */
  #id(baseDigest: Uint8Array, parts: Uint8Array[]): string {
    const given = this.#pdf.trailer.entries.get('ID');
    if (this.#pdf.encryption !== undefined && given === undefined) return '';
    const digest = this.#pdf.ports.digest('SHA-256').update(baseDigest);
    for (const part of parts) digest.update(part);
    const fresh = `<${toHex(digest.digest().subarray(0, 16))}>`;
    const first = this.#pdf.resolve(this.#pdf.array(this.#pdf.trailer.entries.get('ID'))?.items[0]);
    const kept = first?.type === 'string' ? latin1(raw(first)) : fresh;
    return `/ID [${kept}${fresh}]`;
  }
}

/** Above every /Size and every number in use, so that no earlier meaning of a number comes back. */
function firstFreeNumber(pdf: Pdf): number {
  let next = pdf.index.highest + 1;
  for (const { trailer } of pdf.sections) {
    const size = trailer.entries.get('Size');
    if (size?.type === 'number' && size.integer) next = Math.max(next, size.value);
  }
  return next;
}
