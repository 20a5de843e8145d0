import { resolve } from 'node:path';
import {
  type Imported,
  importAccounts,
  requireFolder,
} from '@websign/server/services/operators/import/import';
import { readRows } from '@websign/server/services/operators/import/rows';
import { readArguments, required, single } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { withDesk } from '../../operator.ts';
import { printable } from '../../printable.ts';
import { readTableFile } from '../../read-file.ts';
import { withKeys } from '../../software-keys.ts';

const OPTIONS = {
  out: { type: 'string' },
  certificates: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;
/** Rows of one table. */
const MOST = 20_000;

const SAID: Record<Imported['outcome'], string> = {
  requested: 'its request waits for a certificate',
  waiting: 'waits for its certificate still',
  added: 'added; to be handed over',
  exists: 'was there before',
  refused: 'refused',
};

/** Makes the accounts of a table, one line of report a row; secrets go into files of --out and nowhere else. */
export async function importTable(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const file = single(positionals, 'FILE');
  const out = resolve(required(values.out, '--out'));
  const rows = readRows(await readTableFile(file), MOST);
  if (rows.length === 0) throw new CliError('failed', `${file} holds no rows.`);
  await requireFolder(out);
  let refused = 0;
  await withDesk(
    (desk) =>
      withKeys(desk.settings, async (keys) => {
        const { certificates } = values;
        for await (const row of importAccounts({ ...desk, keys, out, certificates }, rows)) {
          if (row.outcome === 'refused') refused += 1;
          process.stdout.write(`${values.json ? JSON.stringify(row) : lineOf(row)}\n`);
        }
      }),
    { mayBegin: true },
  );
  return refused === 0 ? EXIT.done : EXIT.failed;
}

function lineOf({ line, username, outcome, file, reason }: Imported): string {
  const parts = [`line ${line}`, printable(username), SAID[outcome]];
  if (file !== undefined) parts.push(file);
  if (reason !== undefined) parts.push(printable(reason));
  return parts.join('\t');
}
