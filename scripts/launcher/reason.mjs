import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 12;
const MOST_LETTERS = 800;

/** The beginning of an error's message and of the difference that it found, indented: where only the end of a long log is at hand, it says what happened. */
export function reasonOf(error) {
  const lines = stripVTControlCharacters(error?.message ?? '')
    .slice(0, MOST_LETTERS)
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES)
    .map((line) => `\n    ${line}`)
    .join('');
}
