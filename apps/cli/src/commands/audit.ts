import type { AuditHead, AuditVerdict } from '@websign/server/storage/index';
import { readArguments, single } from '../arguments.ts';
import { CliError, EXIT } from '../error.ts';
import { withStorage } from '../storage.ts';

const OPTIONS = { anchor: { type: 'string' } } as const;

const REASONS: Record<Extract<AuditVerdict, { ok: false }>['reason'], string> = {
  gap: 'a row is missing',
  broken_link: 'the row does not follow the one before it',
  wrong_hash: 'the row was changed',
  anchor_missing: 'the anchored row is gone',
  anchor_differs: 'the anchored row is another one',
};

/** Checks the audit log's chain; prints its head, to be kept elsewhere as the next check's anchor. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const action = single(positionals, 'verify');
  if (action !== 'verify') throw new CliError('usage', `"${action}" is nothing that audit does.`);
  const anchor = values.anchor === undefined ? undefined : parseAnchor(values.anchor);
  const verdict = await withStorage((storage) => storage.audit.verify(anchor));
  if (!verdict.ok) {
    process.stdout.write(`The audit log is broken at row ${verdict.sequence}: ${REASONS[verdict.reason]}.\n`);
    return EXIT.failed;
  }
  const { sequence, hash } = verdict.head;
  process.stdout.write(`The audit log is intact: ${sequence} rows.\nanchor ${sequence}:${hash}\n`);
  return EXIT.done;
}

function parseAnchor(text: string): AuditHead {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    throw new CliError('usage', `--anchor ${text} is not SEQUENCE:HASH as an earlier check printed it.`);
  }
  return { sequence: Number(sequence), hash };
}
