import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Identity } from '../../identity.ts';
import type { Audit, AuditFlaw } from '../../storage/index.ts';
import { type AuditStatement, AuditTrail, rowLine, statementLine } from './record.ts';
import { digestFor, sealOver } from './seal.ts';

/** Lines are written in pieces of about this many characters. */
const pieceLength = 64 * 1024;

export type ExportOutcome =
  | { kind: 'done'; statement: AuditStatement }
  /** There is no row from that number on. */
  | { kind: 'empty' }
  /** The log itself is broken there; nothing was left behind. */
  | { kind: 'broken'; sequence: number; reason: AuditFlaw };

export interface ExportOptions {
  /** The file of lines; its seal is written beside it, as `file` with `.p7s` behind. Neither may exist. */
  file: string;
  /** The first row's number. */
  from: number;
  /** Undefined leaves the seal out. */
  seal: Identity | undefined;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The rows up to the one that is last when it begins, a line each, then the statement over them, and the service's
 * seal over the whole file. What is in memory does not grow with the rows.
 */
export async function exportAudit(
  audit: Pick<Audit, 'head' | 'export'>,
  { file, from, seal, at }: ExportOptions,
): Promise<ExportOutcome> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const outcome = await write(audit, handle, { from, seal, at, sealFile: `${file}.p7s` });
    if (outcome.kind !== 'done') await rm(file);
    return outcome;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function write(
  audit: Pick<Audit, 'head' | 'export'>,
  handle: FileHandle,
  { from, seal, at, sealFile }: Omit<ExportOptions, 'file'> & { sealFile: string },
): Promise<ExportOutcome> {
  const { sequence: last } = await audit.head();
  const trail = new AuditTrail();
  const digest = seal && digestFor(seal);
  let broken: { sequence: number; reason: AuditFlaw } | undefined;
  async function* pieces(): AsyncGenerator<Buffer> {
    let piece = '';
    const whole = () => {
      const bytes = Buffer.from(piece);
      digest?.update(bytes);
      piece = '';
      return bytes;
    };
    for await (const row of audit.export(from)) {
      if (row.sequence > last) break;
      const reason = trail.follow(row);
      if (reason !== undefined) {
        broken = { sequence: row.sequence, reason };
        return;
      }
      piece += rowLine(row);
      if (piece.length >= pieceLength) yield whole();
    }
    const statement = trail.stated(at);
    if (statement !== undefined) piece += statementLine(statement);
    yield whole();
  }
  await pipeline(pieces, handle.createWriteStream({ flush: true }));
  if (broken !== undefined) return { kind: 'broken', ...broken };
  const statement = trail.stated(at);
  if (statement === undefined) return { kind: 'empty' };
  if (seal && digest) {
    const cms = sealOver(seal, digest.digest());
    await pipeline([cms], createWriteStream(sealFile, { flags: 'wx', mode: 0o600, flush: true }));
  }
  return { kind: 'done', statement };
}
