import type { Font } from '../../content/font/font.ts';

/** What decides how far a string leads (ISO 32000-2 §9.4.4). */
export interface TextState {
  font: Font | undefined;
  size: number;
  char: number;
  word: number;
  /** Horizontal, 1 as it is. */
  scale: number;
  leading: number;
  /** Text rendering mode (Table 104). */
  mode: number;
}

export const NO_TEXT: TextState = {
  font: undefined,
  size: 0,
  char: 0,
  word: 0,
  scale: 1,
  leading: 0,
  mode: 0,
};

/** Operators that set one of these. */
export const SETS: Readonly<Record<string, keyof TextState>> = { Tc: 'char', Tw: 'word', TL: 'leading' };

/** Of a string whose font is not known, in thousandths of an em. */
const UNKNOWN_WIDTH = 500;

/** How far a string leads, in text space before it is scaled. */
export function advanceOf({ font, size, char, word }: TextState, bytes: Uint8Array): number {
  const { advance, codes, spaces } = font?.measure(bytes) ?? {
    advance: bytes.length * UNKNOWN_WIDTH,
    codes: bytes.length,
    spaces: 0,
  };
  return (advance / 1000) * size + codes * char + spaces * word;
}

/** The adjustment of TJ that leads as far as a string does, in thousandths of an em. */
export const adjustmentOf = (text: TextState, bytes: Uint8Array): number =>
  text.size === 0 ? 0 : (-1000 * advanceOf(text, bytes)) / text.size;
