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
}

export const NO_TEXT: TextState = { font: undefined, size: 0, char: 0, word: 0, scale: 1, leading: 0 };

/** Operators that set one of these. */
export const SETS: Readonly<Record<string, keyof TextState>> = { Tc: 'char', Tw: 'word', TL: 'leading' };

/** Of a string whose font is not known, in thousandths of an em. */
const UNKNOWN_WIDTH = 500;

/** The adjustment of TJ that leads as far as a string does, in thousandths of an em. */
export function adjustmentOf({ font, size, char, word }: TextState, bytes: Uint8Array): number {
  const { advance, codes, spaces } = font?.measure(bytes) ?? {
    advance: bytes.length * UNKNOWN_WIDTH,
    codes: bytes.length,
    spaces: 0,
  };
  return size === 0 ? 0 : -(advance + ((codes * char + spaces * word) * 1000) / size);
}
