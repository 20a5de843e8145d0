import type { FontBytes } from './bytes.ts';
import {
  CHAR_STRINGS,
  type Dict,
  FD_ARRAY,
  FD_SELECT,
  FONT_MATRIX,
  type Index,
  numberOf,
  PRIVATE,
  readDict,
  readIndex,
  SUBRS,
} from './cffdict.ts';
import { Charstring2 } from './charstring2.ts';
import type { GlyphOutline } from './outline.ts';

const EM = 1000;
/** Dictionaries of a program whose glyphs have CIDs. */
const MOST_DICTS = 256;

interface Outlined {
  outline: GlyphOutline | undefined;
  steps: number;
}

/** A dictionary of glyphs: their subroutines, and how many units are an em. */
interface Own {
  subroutines: Index;
  scale: number;
}

/** What the glyphs of a CFF program draw (Adobe technical note 5176, §14 to §19). */
export class CffOutlines {
  readonly #file: FontBytes;
  readonly #glyphs: Index;
  readonly #globals: Index;
  readonly #dicts: readonly Own[];
  readonly #select: number;

  constructor(file: FontBytes, top: Dict, globals: Index) {
    this.#file = file;
    this.#globals = globals;
    this.#glyphs = readIndex(file, numberOf(top, CHAR_STRINGS));
    this.#select = numberOf(top, FD_SELECT);
    const dicts = readIndex(file, numberOf(top, FD_ARRAY));
    const scale = scaleOf(top) ?? EM;
    this.#dicts =
      dicts.count === 0
        ? [readOwn(file, top, scale)]
        : Array.from({ length: Math.min(dicts.count, MOST_DICTS) }, (_, index) => {
            const dict = readDict(file, ...dicts.entry(index));
            return readOwn(file, dict, top.has(FONT_MATRIX) ? scale : (scaleOf(dict) ?? EM));
          });
  }

  get count(): number {
    return this.#glyphs.count;
  }

  read(glyph: number): Outlined {
    if (glyph < 0 || glyph >= this.#glyphs.count) return { outline: undefined, steps: 1 };
    const own = this.#dicts[this.#dictOf(glyph)];
    if (own === undefined) return { outline: undefined, steps: 1 };
    const file = this.#file;
    const from = ({ count, entry }: Index) => {
      // §16: a number is counted from the middle of what fits in few bytes.
      const bias = count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
      return (index: number) =>
        index + bias < 0 || index + bias >= count ? undefined : file.part(...entry(index + bias));
    };
    const reader = new Charstring2(own.scale, { local: from(own.subroutines), global: from(this.#globals) });
    const isRead = reader.run(file.part(...this.#glyphs.entry(glyph)));
    return { outline: isRead ? reader.pen.contours : undefined, steps: reader.steps };
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

function scaleOf(dict: Dict): number | undefined {
  const width = dict.get(FONT_MATRIX)?.[0];
  return width === undefined || width <= 0 ? undefined : 1 / width;
}

function readOwn(file: FontBytes, dict: Dict, scale: number): Own {
  const [size = 0, start = 0] = dict.get(PRIVATE) ?? [];
  const own = readDict(file, start, size);
  return { subroutines: readIndex(file, own.has(SUBRS) ? start + numberOf(own, SUBRS) : 0), scale };
}
