import { auditGenesis, auditHash } from '../audit-chain.ts';
import { canonical } from '../canonical.ts';
import type { AuditEvent, AuditHead, AuditRow } from '../face/audit.ts';
import { storable } from '../fold.ts';
import { chunks, parsed } from './context.ts';
import type { Engine } from './engine.ts';
import type { Reader, Writer } from './tables.ts';

export async function headOf(database: Reader | Writer): Promise<AuditHead> {
  const last = await database
    .selectFrom('audit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? auditGenesis;
}

/** Appends within somebody's transaction, as its last step: the chain waits for this commit. */
export async function appendAudit(
  engine: Engine,
  writer: Writer,
  at: number,
  events: readonly AuditEvent[],
): Promise<AuditRow[]> {
  if (events.length === 0) return [];
  await engine.exclusive(writer, 'audit');
  let head: AuditHead = await headOf(writer);
  const rows: AuditRow[] = [];
  for (const { kind, accountId = null, documentId = null, detail = null } of events) {
    // What is hashed is what JSON gives back.
    const plain = parsed(canonical(detail));
    const row = {
      sequence: head.sequence + 1,
      at,
      kind: storable(kind),
      accountId,
      documentId,
      detail: plain,
    };
    const chained = { ...row, previous: head.hash, hash: auditHash(head.hash, row) };
    rows.push(chained);
    head = chained;
  }
  for (const some of chunks(rows)) {
    const values = some.map(({ detail, ...row }) => ({ ...row, detailJson: canonical(detail) }));
    await writer.insertInto('audit').values(values).execute();
  }
  return rows;
}
