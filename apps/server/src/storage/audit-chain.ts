import { createHash } from 'node:crypto';
import { canonical } from './canonical.ts';
import type { AuditFlaw, AuditHead, AuditRow } from './face/audit.ts';

/** What the first row follows. */
export const auditGenesis: AuditHead = { sequence: 0, hash: '0'.repeat(64) };

/** SHA-256 over the previous hash, a line feed and the row's canonical JSON. */
export function auditHash(previous: string, row: Omit<AuditRow, 'hash' | 'previous'>): string {
  const { sequence, at, kind, accountId, documentId, detail } = row;
  const text = canonical({ sequence, at, kind, accountId, documentId, detail });
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex');
}

/** Why `row` is not the one that follows `head` in the chain; undefined where it is. */
export function auditFlaw(head: AuditHead, row: AuditRow): AuditFlaw | undefined {
  if (row.sequence !== head.sequence + 1) return 'gap';
  if (row.previous !== head.hash) return 'broken_link';
  if (row.hash !== auditHash(row.previous, row)) return 'wrong_hash';
  return undefined;
}
