import { readable } from '../../../errors.ts';
import { latin1 } from '../../../syntax/bytes.ts';
import type { Pdf } from '../../../syntax/pdf.ts';
import type { PdfStream } from '../../../syntax/values.ts';
import type { FontReader } from '../reader.ts';
import { Cff } from './cff.ts';
import { TrueType } from './truetype.ts';
import { type Type1Names, type1Encoding, type1Names } from './type1.ts';
import { Type1Glyphs } from './type1glyphs.ts';

/** Bytes that the programs of a document may decode to in all; of those beyond nothing is known. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How a font program is written. */
export type Format = 'sfnt' | 'cff' | 'type1' | undefined;

/** First bytes of programs: two spellings of TrueType, and OpenType; Type 1, as text or in segments; CFF. */
const SIGNATURES: readonly [Format, string][] = [
  ['sfnt', '\x00\x01\x00\x00'],
  ['sfnt', 'true'],
  ['sfnt', 'OTTO'],
  ['type1', '%!'],
  ['type1', '\x80\x01'],
  ['cff', '\x01\x00'],
];

/** A font program, read in the format that is asked for. */
export class Program {
  readonly #pdf: Pdf;
  readonly #data: Uint8Array;
  #trueType: TrueType | undefined;
  #cff: Cff | undefined;
  #type1Glyphs: Type1Glyphs | undefined;
  #names: Type1Names | undefined;
  #encoding: ((code: number) => string) | undefined;

  constructor(pdf: Pdf, data: Uint8Array) {
    this.#pdf = pdf;
    this.#data = data;
  }

  /** By its first bytes, which readers go by. */
  get format(): Format {
    const start = latin1(this.#data, 0, Math.min(this.#data.length, 4));
    return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0];
  }

  get trueType(): TrueType {
    this.#trueType ??= new TrueType(this.#pdf, this.#data);
    return this.#trueType;
  }

  get cff(): Cff {
    this.#cff ??= new Cff(this.#pdf, this.#data);
    return this.#cff;
  }

  /** The CFF table of an OpenType program. */
  get cffTable(): Cff | undefined {
    const table = this.trueType.table('CFF ');
    if (table !== undefined) this.#cff ??= new Cff(this.#pdf, table.bytes);
    return this.#cff;
  }

  get type1Glyphs(): Type1Glyphs {
    if (this.#type1Glyphs === undefined) {
      this.#pdf.spend(4 * this.#data.length);
      this.#type1Glyphs = new Type1Glyphs(this.#data);
    }
    return this.#type1Glyphs;
  }

  get type1Names(): Type1Names {
    this.#names ??= type1Names(this.#data);
    return this.#names;
  }

  get type1Encoding(): (code: number) => string {
    this.#encoding ??= type1Encoding(this.type1Names);
    return this.#encoding;
  }
}

/** The programs of a document: the last one is kept, for fonts that share it follow each other. */
class Programs {
  #left = MOST_BYTES;
  #last: { at: number; program: Program } | undefined;

  read({ pdf }: FontReader, stream: PdfStream): Program | undefined {
    if (this.#last?.at === stream.dataStart) return this.#last.program;
    const data = this.#left > 0 ? this.#decoded(pdf, stream) : undefined;
    if (data === undefined) return undefined;
    pdf.spend(data.length);
    this.#left -= data.length;
    this.#last = { at: stream.dataStart, program: new Program(pdf, data) };
    return this.#last.program;
  }

  #decoded(pdf: Pdf, stream: PdfStream): Uint8Array | undefined {
    return readable(() => {
      const data = pdf.decodedWithin(stream, this.#left);
      if (data === undefined) this.#left = 0;
      return data;
    });
  }
}

const all = new WeakMap<Pdf, Programs>();

/** A font's program; undefined where it is broken, or past what all of a document's may take. */
export function readProgram(reader: FontReader, stream: PdfStream): Program | undefined {
  const programs = all.get(reader.pdf) ?? new Programs();
  all.set(reader.pdf, programs);
  return programs.read(reader, stream);
}
