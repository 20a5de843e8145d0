import { latin1 } from '../../../syntax/bytes.ts';
import type { Matrix } from '../../matrix.ts';
import { standardEncoding } from '../encodings.ts';
import { NamedGlyphs } from '../namedglyphs.ts';
import { FontBytes } from './bytes.ts';
import { Charstring1 } from './charstring1.ts';
import { glyphMatrix, type ReadGlyph, THOUSANDTHS } from './outline.ts';
import { clearText } from './type1clear.ts';

/** Keys of the encrypted part, and of each charstring in it (Adobe Type 1 Font Format §7). */
const PROGRAM_KEY = 55_665;
const CHARSTRING_KEY = 4330;
/** Bytes of the encrypted part that are looked at; a font has not so many. */
const LONGEST = 4 * 1024 * 1024;
const MOST_GLYPHS = 65_536;
const MATRIX = /\/FontMatrix\s*[[{]([^\]}]{1,256})/g;

/** What the glyphs of a Type 1 program draw, by name. */
export class Type1Glyphs {
  readonly #subroutines = new Map<number, FontBytes>();
  readonly #glyphs = new NamedGlyphs<FontBytes>();
  readonly #matrix: Matrix;

  constructor(bytes: Uint8Array) {
    const clear = clearText(bytes);
    const matrices = [...(clear?.text ?? '').matchAll(MATRIX)];
    const numbers = matrices[0]?.[1]?.trim().split(/\s+/).map(Number);
    this.#matrix = glyphMatrix(numbers) ?? THOUSANDTHS;
    // Readers may take either of two.
    if (clear !== undefined && matrices.length < 2)
      this.#read(decrypt(unwrap(bytes, clear.end), PROGRAM_KEY, 4));
  }

  /**
   * Of a name, with its width in thousandths of an em and the steps that it took. Of a program in which no glyph is found
   * nothing is known.
   */
  read(name: string): { outline: ReadGlyph; steps: number; width?: number | undefined } {
    if (this.#glyphs.size === 0) return { outline: 'unread', steps: 1 };
    const code = this.#glyphs.find(name);
    if (code === undefined) return { outline: undefined, steps: 1 };
    const reader = new Charstring1(this.#matrix, {
      subroutine: (index) => this.#subroutines.get(index),
      standard: (part) => this.#glyphs.find(standardEncoding[part] ?? ''),
    });
    const isRead = reader.run(code);
    const width = reader.width === undefined ? undefined : reader.width * this.#matrix[0] * 1000;
    return { outline: isRead ? reader.pen.contours : 'unread', steps: reader.steps, width };
  }

  /** `dup 4 12 RD …` are subroutines, `/zero 120 RD …` glyphs: a number of bytes, a word, a blank, the bytes. */
  #read(data: Uint8Array): void {
    const text = latin1(data, 0, data.length);
    const lead = Number(/\/lenIV\s+(-?\d{1,2})/.exec(text)?.[1] ?? 4);
    const entry = /(?:dup\s+(\d{1,5})|\/([^\s/(){}[\]<>%]{1,128}))\s+(\d{1,5})\s+(?:RD|-\||\S{1,8})\s/g;
    entry.lastIndex = Math.max(0, text.search(/\/Subrs\b|\/CharStrings\b/));
    for (let found = entry.exec(text); found !== null; found = entry.exec(text)) {
      const [, index, name, length] = found;
      const size = Number(length);
      const start = entry.lastIndex;
      // A word that only looks like one: `/CharStrings 27 dict dup begin`.
      if (name !== undefined && /\b(?:dict|array)\s$/.test(found[0])) continue;
      const part = data.subarray(start, start + size);
      const code = new FontBytes(lead < 0 ? part : decrypt(part, CHARSTRING_KEY, lead));
      if (index !== undefined) this.#subroutines.set(Number(index), code);
      else if (name !== undefined && this.#glyphs.size < MOST_GLYPHS) this.#glyphs.add(name, code);
      entry.lastIndex = start + size;
    }
  }
}

/** The encrypted part, in binary: it may be written in hexadecimal (§7.2). */
function unwrap(bytes: Uint8Array, from: number): Uint8Array {
  let at = from;
  while (at < bytes.length && [9, 10, 13, 32].includes(bytes[at] ?? 0)) at++;
  const part = bytes.subarray(at, at + LONGEST);
  const isHex = /^[0-9A-Fa-f\s]{4}/.test(latin1(part, 0, Math.min(4, part.length)));
  if (!isHex) return part;
  const digits = latin1(part, 0, part.length).replace(/[^0-9A-Fa-f]/g, '');
  return Uint8Array.from({ length: digits.length >> 1 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}

function decrypt(cipher: Uint8Array, key: number, lead: number): Uint8Array {
  const plain = new Uint8Array(cipher.length);
  let state = key;
  for (const [at, byte] of cipher.entries()) {
    plain[at] = byte ^ (state >> 8);
    state = ((byte + state) * 52_845 + 22_719) & 0xffff;
  }
  return plain.subarray(Math.min(lead, plain.length));
}
