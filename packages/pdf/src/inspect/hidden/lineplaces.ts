import type { TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';

/** What going along a byte of a string costs. */
const BYTE = 4;
/** In ems, from which room between two letters is a blank. */
const BLANK = 0.12;
const SAYS_NOTHING = /^\s*$/u;

/** A letter of a level line, and where it stands, in units of the page. */
export interface Place {
  text: string;
  from: number;
  to: number;
}

/** The letters of a level line, without blanks. */
export function placesOf(run: TextRun, spend: (units: number) => void): Place[] {
  spend(BYTE * run.bytes.length);
  const [x0, , x1] = run.line;
  const place = (part: number): number => x0 + part * (x1 - x0);
  return spell(run)
    .filter(({ text }) => !SAYS_NOTHING.test(text))
    .map(({ text, from, to }) => ({ text, from: place(from), to: place(to) }));
}

/** Letters in a row, with a blank wherever there is room for one. */
export const spaced = (letters: readonly Place[], size: number): string =>
  letters
    .map(({ text, from }, at) => (from - (letters[at - 1]?.to ?? from) > BLANK * size ? ` ${text}` : text))
    .join('');
