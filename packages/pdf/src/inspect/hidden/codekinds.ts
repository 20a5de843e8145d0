import type { TextRun } from '../../content/canvas.ts';
import type { Font } from '../../content/font/font.ts';

/** Tells of the code of `length` bytes at `at` what kind it is. */
export type KindOf = (bytes: Uint8Array, at: number, length: number) => number;

/** What a test says of the text of each code, remembered by font: a document shows the same few codes all over. */
export class CodeKinds {
  readonly #judge: (text: string) => number;
  readonly #known = new WeakMap<Font, KindOf>();

  /** `judge` gives 1 to 255, and always the same for the same text. */
  constructor(judge: (text: string) => number) {
    this.#judge = judge;
  }

  of(font: Font): KindOf {
    const known = this.#known.get(font);
    if (known !== undefined) return known;
    const judge = this.#judge;
    const single = new Uint8Array(256);
    // By the first byte of a code of two: a document shows few of the many that there are.
    const double = new Map<number, Uint8Array>();
    const kindOf: KindOf = (bytes, at, length) => {
      if (length > 2) return judge(font.text(bytes.subarray(at, at + length)));
      const kinds = length === 1 ? single : pageOf(double, bytes[at] ?? 0);
      const code = bytes[at + length - 1] ?? 0;
      const kind = kinds[code] ?? 0;
      if (kind !== 0) return kind;
      const judged = judge(font.text(bytes.subarray(at, at + length)));
      kinds[code] = judged;
      return judged;
    };
    this.#known.set(font, kindOf);
    return kindOf;
  }

  /** Whether a test holds for the kind of one of a string's codes, which it is told of one after another. */
  some({ font, bytes }: Pick<TextRun, 'font' | 'bytes'>, test: (kind: number) => boolean): boolean {
    if (font === undefined) return false;
    const of = this.of(font);
    for (let at = 0; at < bytes.length; ) {
      const length = Math.max(1, font.lengthAt(bytes, at));
      if (test(of(bytes, at, length))) return true;
      at += length;
    }
    return false;
  }
}

function pageOf(pages: Map<number, Uint8Array>, first: number): Uint8Array {
  const known = pages.get(first);
  if (known !== undefined) return known;
  const page = new Uint8Array(256);
  pages.set(first, page);
  return page;
}
