import type { TextRun } from '../../content/canvas.ts';
import type { Ink } from './ink.ts';
import type { Reader } from './letters.ts';

/** Letters of a recognised word that is looked at, and of all those on nothing from which they are told. */
const WORD = 4;
const TOLD = 12;

/** Unseen words on images that nobody can have recognised: nothing is drawn where they lie. */
export function onBlank<T extends { run: TextRun }>(
  words: readonly T[],
  reader: Reader,
  ink: Ink,
): readonly T[] {
  const covered = words.filter(({ run }) => ink.isCovered(run));
  return covered.length > 0
    ? [...new Set([...covered, ...onEmpty(words, reader, ink)])]
    : onEmpty(words, reader, ink);
}

function onEmpty<T extends { run: TextRun }>(words: readonly T[], reader: Reader, ink: Ink): readonly T[] {
  const count = (some: readonly T[]): number => some.reduce((sum, { run }) => sum + reader.letters(run), 0);
  const all = count(words);
  if (all < TOLD) return [];
  if (ink.isTooSmall(all)) return words;
  const blank = words.filter(({ run }) => reader.letters(run) >= WORD && ink.isBlank(run));
  return count(blank) >= TOLD ? blank : [];
}
