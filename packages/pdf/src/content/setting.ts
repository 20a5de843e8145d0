import type { TextRun } from './canvas.ts';
import type { Pace } from './codes.ts';
import type { GraphicsState } from './state.ts';

/** How text lies on the page, wherever on it a string stands. */
export interface Axes extends Pick<TextRun, 'along' | 'up' | 'width' | 'slant'> {
  /** From text space to the page, but for where that begins. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly fontSize: number;
  readonly scale: number;
  readonly vertical: boolean;
  /** How far a unit upwards leads away from the line: what is slanted is lower, and what has no height is 0. */
  readonly steep: number;
}

/** How strings are set. A page has thousands of strings that are set alike, one after the other: these share it. */
export class Setting {
  #axes: Axes | undefined;
  #pace: Pace = { em: 0, char: 0, word: 0, gaps: [] };

  /** `a` to `d`: from text space to the page. */
  axes(a: number, b: number, c: number, d: number, { font, fontSize, scale }: GraphicsState): Axes {
    const last = this.#axes;
    const vertical = font?.vertical === true;
    const isAlike = last !== undefined && last.a === a && last.b === b && last.c === c && last.d === d;
    if (isAlike && last.fontSize === fontSize && last.scale === scale && last.vertical === vertical)
      return last;
    this.#axes = {
      a,
      b,
      c,
      d,
      fontSize,
      scale,
      vertical,
      along: vertical ? [c, d] : [a, b],
      up: [c * fontSize, d * fontSize],
      width: Math.abs(fontSize * scale) * Math.hypot(a, b),
      slant: slant(a, b, c, d),
      steep: steep(a, b, c, d),
    };
    return this.#axes;
  }

  /** `gaps` as TJ has them, in thousandths of an em. */
  pace(state: GraphicsState, gaps: readonly number[]): Pace {
    const scale = state.font?.vertical === true ? 1 : state.scale;
    const em = (state.fontSize / 1000) * scale;
    const char = state.charSpace * scale;
    const word = state.wordSpace * scale;
    if (gaps.length > 0)
      return { em, char, word, gaps: gaps.map((gap, at) => (at % 2 === 0 ? gap : distance(state, gap))) };
    const last = this.#pace;
    if (last.em === em && last.char === char && last.word === word) return last;
    this.#pace = { em, char, word, gaps };
    return this.#pace;
  }
}

/** An adjustment of TJ, in thousandths of an em, in text space; positive ones go back. */
export function distance({ font, fontSize, scale }: GraphicsState, gap: number): number {
  return (-gap / 1000) * fontSize * (font?.vertical === true ? 1 : scale);
}

function steep(a: number, b: number, c: number, d: number): number {
  const across = Math.hypot(a, b);
  return across === 0 ? 0 : Math.abs(a * d - b * c) / across;
}

/** How far a unit upwards leads along the line, for each unit that it leads away from it. */
function slant(a: number, b: number, c: number, d: number): number {
  const [along, away] = [a * c + b * d, a * d - b * c];
  return away === 0 ? 0 : along / away;
}
