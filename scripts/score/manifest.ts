import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Expectation, expectationOf } from './expectation.ts';

/** One file to be scored. */
export interface Entry {
  /** Relative to the folder. */
  file: string;
  class: string;
  /** Which of the two its verdict is about, where the manifest says so. */
  command: 'inspect' | 'verify' | undefined;
  /** In the manifest's words. */
  verdict: string;
  expectation: Expectation;
}

/**
 * Reads `manifest.tsv` by its headings: `file`, `class` and `expected_verdict` (or `expected`); where those two are
 * missing, `qpdf_check` is both. Where `command` stands instead of `class`, a file named like `h12-white.pdf` is of
 * the family `h`, any other of the class that its command names. Throws with a sentence where it tells of no files or
 * of files that are not there.
 */
export function readManifest(folder: string): Entry[] {
  const path = join(folder, 'manifest.tsv');
  const [head = [], ...rows] = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const column = (...names: string[]): number => head.findIndex((name) => names.includes(name));
  const [file, kind, verdict] = [
    column('file'),
    column('class', 'command', 'qpdf_check'),
    column('expected_verdict', 'expected', 'qpdf_check'),
  ];
  const command = column('command');
  if (file < 0 || kind < 0 || verdict < 0) throw new Error(`${path} lacks file, class or expected verdict.`);
  return rows.map((row) => {
    const name = row[file] ?? '';
    if (!statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      throw new Error(`${path} names ${name}, which is not there.`);
    const words = row[verdict] ?? '';
    return {
      file: name,
      class: kind === command ? (familyOf(name) ?? row[kind] ?? '') : (row[kind] ?? ''),
      command: COMMANDS.find((one) => one === row[command]),
      verdict: words,
      expectation: expectationOf(words, row.slice(verdict + 1).join(' ')),
    };
  });
}

const COMMANDS = ['inspect', 'verify'] as const;

const familyOf = (file: string): string | undefined => /^([a-z])\d+-/.exec(file)?.[1];
