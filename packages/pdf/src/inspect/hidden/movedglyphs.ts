import type { TextRun } from '../../content/canvas.ts';
import { eachCode } from '../../content/codes.ts';
import type { Part } from './letters.ts';

/** What going along a byte of a string costs. */
const BYTE = 4;
/** Characters of a string that are told. */
const LONGEST = 40;
const SAYS = /[\p{L}\p{N}]/u;

/**
 * A string of vertical writing in which letters or digits stand apart from their places (/W2, ISO 32000-2 §9.7.4.3):
 * eyes read another order than the one that is copied.
 */
export function movedGlyphs(run: TextRun, spend: (units: number) => void): Part | undefined {
  const { font, bytes, box } = run;
  if (font?.isMoved === undefined) return undefined;
  spend(BYTE * bytes.length);
  let isMoved = false;
  eachCode(run, (code) => {
    isMoved ||= font.isMoved?.(code) === true && SAYS.test(font.text(code));
  });
  return isMoved ? { text: font.text(bytes).slice(0, LONGEST), box } : undefined;
}
