import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** One measured thing. */
export interface Row {
  name: string;
  /** In the unit that `shown` says. */
  value: number;
  shown: string;
  mark?: string;
  met?: boolean;
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Prints the table and keeps it as JSON; gives the rows whose mark was missed. */
export function report(rows: Row[]): Row[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, shown, mark, met } of rows) {
    const verdict = mark === undefined ? '' : `   ${met ? 'met' : 'MISSED'}: ${mark}`;
    process.stdout.write(`${name.padEnd(width)}  ${shown}${verdict}\n`);
  }
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = { cores: cpus().length, processor: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ at, commit: commit(), machine, rows }, undefined, 2)}\n`);
  process.stdout.write(`kept in bench/results/${at.replaceAll(':', '-')}.json\n`);
  return rows.filter(({ met }) => met === false);
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
}
