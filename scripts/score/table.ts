import { LARGE, marks, SLOW_MS } from './marks.ts';
import type { Row } from './rows.ts';

const heads = [
  'files',
  'caught',
  'missed',
  'wrongly',
  'warned',
  'refused',
  'crashed',
  '> 5 s',
  '> 512M',
  'max s',
  'max M',
];
const widest = 30;

/** Prints a line for each class, the files that went wrong, and the marks; true where every mark is made. */
export function printScore(rows: readonly Row[]): boolean {
  const classes = [...Map.groupBy(rows, (row) => row.class)].sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(line('class', heads));
  for (const [name, members] of classes) console.log(line(name, cells(members)));
  console.log(line('all', cells(rows)));
  console.log('');
  for (const [name, members] of classes) for (const row of members) tell(name, row);
  return printMarks(rows);
}

const line = (name: string, values: readonly (string | number)[]): string =>
  name.padEnd(widest) + values.map((value) => String(value).padStart(9)).join('');

function cells(rows: readonly Row[]): (string | number)[] {
  const count = (of: (row: Row) => boolean): number => rows.filter(of).length;
  const most = (of: (row: Row) => number): number => Math.max(0, ...rows.map(of));
  return [
    rows.length,
    `${count((row) => row.expectation === 'caught' && !isMissed(row))}/${count((row) => row.expectation === 'caught')}`,
    count(isMissed),
    count((row) => isWronglyRefused(row) || isWronglyWarned(row)),
    count(({ outcome }) => outcome.kind === 'warn'),
    count(({ outcome }) => outcome.kind === 'refuse'),
    count(isLost),
    count(({ outcome }) => outcome.ms > SLOW_MS),
    count(({ outcome }) => outcome.rss > LARGE),
    (most(({ outcome }) => outcome.ms) / 1000).toFixed(2),
    Math.round(most(({ outcome }) => outcome.rss) / 2 ** 20),
  ];
}

const isLost = ({ outcome }: Row): boolean => outcome.kind === 'crashed' || outcome.kind === 'hung';
const isMissed = ({ expectation, outcome }: Row): boolean =>
  expectation === 'caught' && outcome.kind === 'accept';
const isWronglyRefused = ({ expectation, outcome }: Row): boolean =>
  (expectation === 'passed' || expectation === 'accepted') && outcome.kind === 'refuse';
const isWronglyWarned = ({ expectation, outcome }: Row): boolean =>
  expectation === 'accepted' && outcome.kind === 'warn';

function tell(name: string, row: Row): void {
  const { file, verdict, outcome } = row;
  const why = 'why' in outcome ? outcome.why.join(', ') : outcome.text;
  if (isMissed(row)) console.log(`MISSED ${name} ${file}: ${verdict}`);
  if (isWronglyRefused(row)) console.log(`WRONGLY REFUSED ${name} ${file}: ${why}`);
  if (isWronglyWarned(row)) console.log(`WRONGLY WARNED ${name} ${file}: ${why}`);
  if (isLost(row)) console.log(`${outcome.kind.toUpperCase()} ${name} ${file}: ${outcome.text ?? ''}`);
  if (outcome.ms > SLOW_MS) console.log(`SLOW ${name} ${file}: ${Math.round(outcome.ms)} ms`);
  if (outcome.rss > LARGE) console.log(`LARGE ${name} ${file}: ${Math.round(outcome.rss / 2 ** 20)} MiB`);
}

function printMarks(rows: readonly Row[]): boolean {
  const held = marks
    .map((mark) => ({ ...mark, rows: rows.filter((row) => mark.classes.test(row.class)) }))
    .filter((mark) => mark.rows.length > 0)
    .map((mark) => ({ says: mark.says, made: mark.made(mark.rows) }));
  console.log('');
  for (const { says, made } of held) console.log(`${made ? 'made  ' : 'MISSED'} ${says}`);
  return held.every(({ made }) => made);
}
