import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { configuredSeal } from '@websign/server/secrets';
import { exportAudit } from '@websign/server/services/audit/export';
import { none, readArguments, required } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { withStorage } from '../../storage.ts';
import { flawWords } from './words.ts';

const OPTIONS = {
  out: { type: 'string' },
  from: { type: 'string', default: '1' },
  'anchor-out': { type: 'string' },
  unsealed: { type: 'boolean', default: false },
} as const;

/** Writes the log as JSON lines with a statement at their end, and the service's seal over the file. */
export async function exportLog(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const file = resolve(required(values.out, '--out FILE'));
  if (!/^[1-9]\d{0,14}$/.test(values.from))
    throw new CliError('usage', `--from ${values.from} is no row's number.`);
  const outcome = await withStorage(async (storage, settings) => {
    const seal = values.unsealed ? undefined : configuredSeal(settings);
    if (seal === undefined && !values.unsealed)
      throw new CliError('failed', 'Set SEAL_P12_FILE: the export is sealed with it; or give --unsealed.');
    return exportAudit(storage.audit, { file, from: Number(values.from), seal, at: Date.now() });
  });
  if (outcome.kind === 'empty')
    throw new CliError('failed', `The audit log has no row from ${values.from} on.`);
  if (outcome.kind === 'broken') {
    const { sequence, reason } = outcome;
    throw new CliError(
      'failed',
      `The audit log is broken at row ${sequence}: ${flawWords[reason]}. Nothing was exported.`,
    );
  }
  const { first, last, count, hash } = outcome.statement;
  const anchor = `${last}:${hash}`;
  if (values['anchor-out'] !== undefined) await writeFile(values['anchor-out'], `${anchor}\n`);
  const sealed = values.unsealed ? '' : `, sealed in ${file}.p7s`;
  process.stdout.write(`${count} rows, ${first} to ${last}, in ${file}${sealed}.\nanchor ${anchor}\n`);
  return EXIT.done;
}
