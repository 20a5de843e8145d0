import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../manifest.ts';
import { askedOf, type Due, dueOf } from './expectation.ts';
import { flags, type Verdict, verdictsOn } from './verdicts.ts';

interface Row {
  file: string;
  class: string;
  /** In the manifest's words. */
  expected: string;
  due: Due;
  /** The words for the whole document that its manifest allows, where it says so. */
  asked: readonly string[] | undefined;
  flagged: string[];
  /** Undefined: nothing was said of it. */
  verdict?: Verdict;
}

/** Legitimate changes that may be flagged wrongly. */
const MOST_WRONG = 0.04;
const widest = 32;

/** Scores the verdicts on signatures over a folder with a manifest; true where every mark is made. */
export async function scoreSignatures(
  folder: string,
  options: { trust?: string; json?: string },
): Promise<boolean> {
  const entries = readManifest(folder).filter(
    ({ command, class: kind }) =>
      command === 'verify' || (command === undefined && (/^sig/.test(kind) || !hasClasses(kind))),
  );
  const verdicts = await verdictsOn(
    entries.map(({ file }) => join(folder, file)),
    options.trust,
  );
  const rows = entries.map(({ file, class: kind, verdict: expected }): Row => {
    const verdict = verdicts.get(join(folder, file));
    const flagged = verdict === undefined ? [] : flags(verdict);
    return {
      file,
      class: kind,
      expected,
      due: dueOf(expected),
      asked: askedOf(expected),
      flagged,
      ...(verdict === undefined ? {} : { verdict }),
    };
  });
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, null, 1)}\n`);
  print(rows);
  return printMarks(rows);
}

/** Other classes of a manifest of attacks tell of no signatures. */
const hasClasses = (kind: string): boolean =>
  /^(?:active|benign|dos|embedded|hash|hidden|malformed|parser|polyglot|sign-)/.test(kind);

function print(rows: readonly Row[]): void {
  console.log(line('class', ['files', 'flagged', 'missed', 'wrongly', 'no answer', 'max ms']));
  for (const [name, members] of [...Map.groupBy(rows, (row) => row.class)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    console.log(line(name, cells(members)));
  console.log(line('all', cells(rows)));
  console.log('');
  for (const row of rows) {
    if (isMissed(row)) console.log(`MISSED ${row.file}: ${row.expected}`);
    if (isWrong(row)) console.log(`WRONGLY FLAGGED ${row.file}: ${row.flagged.join('; ')}`);
    if (isOther(row))
      console.log(
        `OTHERWISE ${row.file}: ${row.verdict?.verdict}, not ${row.expected} ${row.flagged.join('; ')}`,
      );
    if (row.verdict === undefined) console.log(`NO ANSWER ${row.file}`);
  }
}

const line = (name: string, values: readonly (string | number)[]): string =>
  name.padEnd(widest) + values.map((value) => String(value).padStart(11)).join('');

function cells(rows: readonly Row[]): (string | number)[] {
  const due = rows.filter((row) => row.due === 'tampered');
  return [
    rows.length,
    `${due.filter((row) => !isMissed(row)).length}/${due.length}`,
    rows.filter(isMissed).length,
    `${rows.filter(isWrong).length}/${rows.filter((row) => row.due === 'sound').length}`,
    rows.filter((row) => row.verdict === undefined).length,
    Math.max(0, ...rows.map((row) => row.verdict?.ms ?? 0)),
  ];
}

const isOther = ({ asked, verdict }: Row): boolean =>
  asked !== undefined && verdict !== undefined && !asked.includes(verdict.verdict);
const isMissed = ({ due, flagged }: Row): boolean => due === 'tampered' && flagged.length === 0;
const isWrong = ({ due, flagged }: Row): boolean => due === 'sound' && flagged.length > 0;

function printMarks(rows: readonly Row[]): boolean {
  const sound = rows.filter((row) => row.due === 'sound');
  const marks: [string, boolean][] = [
    ['tampered files: all flagged', !rows.some(isMissed)],
    [
      'permitted changes: at most 4 % wrongly flagged',
      sound.filter(isWrong).length <= MOST_WRONG * sound.length,
    ],
    ['valid files: none wrongly flagged', !rows.some((row) => row.class === 'sig-valid' && isWrong(row))],
    ['documents of which the word is known: all get it', !rows.some(isOther)],
    ['every file is answered', rows.every((row) => row.verdict !== undefined)],
  ];
  console.log('');
  for (const [says, made] of marks) console.log(`${made ? 'made  ' : 'MISSED'} ${says}`);
  return marks.every(([, made]) => made);
}
