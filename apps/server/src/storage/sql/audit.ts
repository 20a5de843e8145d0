import { setImmediate as turn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { auditFlaw, auditGenesis } from '../audit-chain.ts';
import type { Audit, AuditCount, AuditEvent, AuditHead, AuditRow, AuditVerdict } from '../face/audit.ts';
import { appendAudit, headOf } from './audit-append.ts';
import { addCounts, closeCounts } from './audit-counts.ts';
import { type Context, parsed } from './context.ts';
import type { Tables } from './tables.ts';

type Row = Selectable<Tables['audit']>;

const portion = 500;

const toRow = ({ detailJson, ...row }: Row): AuditRow => ({ ...row, detail: parsed(detailJson) });

export class SqlAudit implements Audit {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async append(event: AuditEvent): Promise<AuditRow> {
    const { engine, clock } = this.#context;
    const [row] = await engine.write((writer) => appendAudit(engine, writer, clock(), [event]));
    if (row === undefined) throw new Error('appending one event gives one row');
    return row;
  }

  count(...counts: AuditCount[]): Promise<void> {
    return addCounts(this.#context, counts);
  }

  sweep(): Promise<number> {
    return closeCounts(this.#context);
  }

  head(): Promise<AuditHead> {
    return headOf(this.#context.engine.read);
  }

  async of(documentId: string, limit: number): Promise<AuditRow[]> {
    const rows = await this.#context.engine.read
      .selectFrom('audit')
      .selectAll()
      .where('documentId', '=', documentId)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(toRow);
  }

  async last(accountId: string, kind: string): Promise<AuditRow | undefined> {
    const row = await this.#context.engine.read
      .selectFrom('audit')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('kind', '=', kind)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toRow(row);
  }

  async verify(anchor?: AuditHead): Promise<AuditVerdict> {
    let head = auditGenesis;
    for await (const row of this.export()) {
      const reason = auditFlaw(head, row);
      if (reason !== undefined) return { ok: false, sequence: row.sequence, reason };
      if (row.sequence === anchor?.sequence && row.hash !== anchor.hash) {
        return { ok: false, sequence: row.sequence, reason: 'anchor_differs' };
      }
      head = { sequence: row.sequence, hash: row.hash };
    }
    if (anchor !== undefined && anchor.sequence > head.sequence) {
      return { ok: false, sequence: anchor.sequence, reason: 'anchor_missing' };
    }
    return { ok: true, head };
  }

  async *export(from = 1): AsyncIterable<AuditRow> {
    let next = from;
    for (;;) {
      const rows = await this.#context.engine.read
        .selectFrom('audit')
        .selectAll()
        .where('sequence', '>=', next)
        .orderBy('sequence')
        .limit(portion)
        .execute();
      for (const row of rows) yield toRow(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < portion) return;
      next = last.sequence + 1;
      // SQLite answers without ever waiting: let others have their turn.
      await turn();
    }
  }
}
