import { deflateSync } from 'node:zlib';
import { type TestEncryption, type TestObject, writePdf, type XrefKind } from '@websign/testkit';
import { type Pdf, PdfError, type PdfStream, type PdfValue } from '../src/index.ts';

/** A source of choices: gives a whole number from 0 up to, but not including, `below`. */
export type Choose = (below: number) => number;

/** Choices that follow from a seed (xorshift). */
export function chooser(seed: number): Choose {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/**
 * The same document in other words: every object of the present revision written anew, with names escaped or not,
 * strings literal, octal or hexadecimal, streams deflated, in ASCII or plain, white space and order as it comes.
 */
export function reencode(pdf: Pdf, kind: XrefKind, choose: Choose, encryption?: TestEncryption): Uint8Array {
  const objects: TestObject[] = [];
  for (let number = 1; number <= pdf.index.highest; number++) {
    const object = pdf.object(number);
    if (object === undefined || isCarrier(pdf, object.value)) continue;
    const { generation, value } = object;
    objects.push({ number, generation, body: new Writer(pdf, choose).body(value) });
  }
  const { number: root } = pdf.rootRef;
  const info = pdf.trailer.entries.get('Info');
  const trailer = info?.type === 'ref' ? `/Info ${info.number} ${info.generation} R` : '';
  return writePdf({
    kind,
    root,
    trailer,
    objects: shuffled(objects, choose),
    version: pdf.version,
    ...(encryption === undefined ? {} : { encryption }),
  });
}

/** Object streams and cross-reference streams are made anew. */
function isCarrier(pdf: Pdf, value: PdfValue): boolean {
  const type = value.type === 'stream' ? pdf.name(value.dict.entries.get('Type')) : undefined;
  return type === 'ObjStm' || type === 'XRef';
}

function shuffled<T>(items: readonly T[], choose: Choose): T[] {
  const list: T[] = [];
  for (const item of items) list.splice(choose(list.length + 1), 0, item);
  return list;
}

class Writer {
  readonly #pdf: Pdf;
  readonly #choose: Choose;

  constructor(pdf: Pdf, choose: Choose) {
    this.#pdf = pdf;
    this.#choose = choose;
  }

  body(value: PdfValue): Uint8Array {
    return value.type === 'stream' ? this.#stream(value) : latin1(this.#value(value));
  }

  #value(value: PdfValue): string {
    switch (value.type) {
      case 'name':
        return this.#name(value.value);
      case 'string':
        return this.#string(this.#pdf.stringBytes(value));
      case 'array':
        return `[${value.items.map((item) => this.#space() + this.#value(item)).join('')}]`;
      case 'dict':
        return this.#dict(value.entries);
      case 'stream':
        throw new Error('a stream inside a value');
      default:
        return Buffer.from(value.source.subarray(value.start, value.end)).toString('latin1');
    }
  }

  #dict(entries: ReadonlyMap<string, PdfValue>): string {
    const written = [...entries].map(([key, value]) => `${this.#name(key)} ${this.#value(value)}`);
    return `<<${shuffled(written, this.#choose).join(this.#space())}>>`;
  }

  #space(): string {
    return [' ', '\n', '\r\n', '\t', ' %x\n'][this.#choose(5)] ?? ' ';
  }

  #name(name: string): string {
    const escaping = this.#choose(3) === 0;
    const written = [...name].map((character) => {
      const plain = /[A-Za-z0-9_.+-]/.test(character);
      if (plain && !(escaping && this.#choose(3) === 0)) return character;
      return `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
    });
    return `/${written.join('')}`;
  }

  #string(bytes: Uint8Array): string {
    const way = this.#choose(3);
    if (way === 0) return `<${Buffer.from(bytes).toString('hex')}>`;
    const written = [...bytes].map((byte) => {
      const special = byte === 0x28 || byte === 0x29 || byte === 0x5c || byte < 32;
      const octal = special || (way === 1 && this.#choose(3) === 0);
      return octal ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
    });
    return `(${written.join('')})`;
  }

  #stream(stream: PdfStream): Uint8Array {
    const entries = new Map(stream.dict.entries);
    entries.delete('Length');
    const plain = this.#plain(stream);
    if (plain === undefined) return assemble(this.#dict(entries), this.#pdf.streamData(stream));
    entries.delete('Filter');
    entries.delete('DecodeParms');
    const way = this.#choose(3);
    const [filter, data] =
      way === 0
        ? ['', plain]
        : way === 1
          ? [`/Filter/${this.#choose(2) === 0 ? 'FlateDecode' : 'Fl#61teDecode'}`, deflateSync(plain)]
          : [
              '/Filter[/ASCIIHexDecode/FlateDecode]',
              latin1(`${Buffer.from(deflateSync(plain)).toString('hex')}>`),
            ];
    return assemble(this.#dict(entries).replace(/^<</, `<<${filter} `), data);
  }

  /** Decoded, where it is not the data of an image. */
  #plain(stream: PdfStream): Uint8Array | undefined {
    try {
      return this.#pdf.decoded(stream);
    } catch (error) {
      if (error instanceof PdfError) return undefined;
      throw error;
    }
  }
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const assemble = (dict: string, data: Uint8Array): Uint8Array =>
  Buffer.concat([
    latin1(`${dict.slice(0, -2)} /Length ${data.length}>>\nstream\n`),
    data,
    latin1('\nendstream'),
  ]);
