import { type Matrix, multiply } from '../../matrix.ts';
import type { FontBytes } from './bytes.ts';
import {
  CHAR_STRINGS,
  DEFAULT_WIDTH,
  type Dict,
  FD_ARRAY,
  FD_SELECT,
  FONT_MATRIX,
  type Index,
  LONGEST_DICT,
  NOMINAL_WIDTH,
  numberOf,
  PRIVATE,
  readDict,
  readIndex,
  SUBRS,
} from './cffdict.ts';
import { Charstring2 } from './charstring2.ts';
import { glyphMatrix, type ReadGlyph, THOUSANDTHS } from './outline.ts';

/** Dictionaries of a program whose glyphs have CIDs. */
const MOST_DICTS = 256;

interface Outlined {
  outline: ReadGlyph;
  /** In thousandths of an em. */
  width?: number;
  steps: number;
}

/** A dictionary of glyphs: their subroutines, and what their units are. */
interface Own {
  subroutines: Index;
  matrix: Matrix;
  /** Of glyphs that do not tell theirs, and what others are told from (§15). */
  widths: { standard: number; nominal: number };
}

/** What the glyphs of a CFF program draw (Adobe technical note 5176, §14 to §19). */
export class CffOutlines {
  readonly #file: FontBytes;
  readonly #glyphs: Index;
  readonly #globals: Index;
  readonly #dicts: readonly Own[];
  readonly #select: number;

  /** `spend` is told what reading its dictionaries costs. */
  constructor(file: FontBytes, top: Dict, globals: Index, spend: (units: number) => void) {
    this.#file = file;
    this.#globals = globals;
    this.#glyphs = readIndex(file, numberOf(top, CHAR_STRINGS));
    this.#select = numberOf(top, FD_SELECT);
    const dicts = readIndex(file, numberOf(top, FD_ARRAY));
    const matrix = glyphMatrix(top.get(FONT_MATRIX));
    this.#dicts =
      dicts.count === 0
        ? [readOwn(file, top, spend, matrix)]
        : Array.from({ length: Math.min(dicts.count, MOST_DICTS) }, (_, index) => {
            const [at, length] = dicts.entry(index);
            spend(Math.min(length, LONGEST_DICT));
            const dict = readDict(file, at, length);
            return readOwn(file, dict, spend, joined(glyphMatrix(dict.get(FONT_MATRIX)), matrix));
          });
  }

  get count(): number {
    return this.#glyphs.count;
  }

  /** `standard` gives the glyph that a code has in the standard encoding. */
  read(glyph: number, standard: (code: number) => number): Outlined {
    if (glyph < 0 || glyph >= this.#glyphs.count) return { outline: undefined, steps: 1 };
    const own = this.#dicts[this.#dictOf(glyph)];
    if (own === undefined) return { outline: 'unread', steps: 1 };
    const file = this.#file;
    const from = ({ count, entry }: Index) => {
      // §16: a number is counted from the middle of what fits in few bytes.
      const bias = count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
      return (index: number) =>
        index + bias < 0 || index + bias >= count ? undefined : file.part(...entry(index + bias));
    };
    const reader = new Charstring2(own.matrix, {
      local: from(own.subroutines),
      global: from(this.#globals),
      standard: (code) => {
        const part = standard(code);
        return part === 0 ? undefined : file.part(...this.#glyphs.entry(part));
      },
    });
    const isRead = reader.run(file.part(...this.#glyphs.entry(glyph)));
    const { standard: usual, nominal } = own.widths;
    const width = reader.width === undefined ? usual : nominal + reader.width;
    return {
      outline: isRead ? reader.pen.contours : 'unread',
      width: width * own.matrix[0] * 1000,
      steps: reader.steps,
    };
  }

  #dictOf(glyph: number): number {
    if (this.#select === 0) return 0;
    const file = this.#file;
    const at = this.#select;
    if (file.u8(at) === 0) return file.u8(at + 1 + glyph);
    let [low, high] = [0, file.u16(at + 1)];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (file.u16(at + 3 + 3 * middle) <= glyph) low = middle;
      else high = middle;
    }
    return file.u8(at + 5 + 3 * low);
  }
}

/** From the glyphs of a dictionary to the program's units, and from these to em (§18). */
const joined = (own: Matrix | undefined, top: Matrix | undefined): Matrix | undefined =>
  own === undefined || top === undefined ? (own ?? top) : multiply(own, top);

function readOwn(
  file: FontBytes,
  dict: Dict,
  spend: (units: number) => void,
  matrix: Matrix = THOUSANDTHS,
): Own {
  const [size = 0, start = 0] = dict.get(PRIVATE) ?? [];
  spend(Math.min(Math.max(size, 0), LONGEST_DICT));
  const own = readDict(file, start, size);
  return {
    subroutines: readIndex(file, own.has(SUBRS) ? start + numberOf(own, SUBRS) : 0),
    matrix,
    widths: { standard: numberOf(own, DEFAULT_WIDTH), nominal: numberOf(own, NOMINAL_WIDTH) },
  };
}
