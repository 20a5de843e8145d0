import type { AuditCount, AuditEvent } from '../face/audit.ts';
import { appendAudit } from './audit-append.ts';
import type { Context } from './context.ts';

/** What is counted within it makes one row. */
const windowMs = 5 * 60_000;
/** Rows of one transaction. */
const portion = 500;

/** Adds one to the count of this window: one statement on one row, and the chain waits for nothing. */
export async function addCounts({ engine, clock }: Context, counts: readonly AuditCount[]): Promise<void> {
  const now = clock();
  const begunAt = now - (now % windowMs);
  for (const { kind, accountId = '', code = '' } of counts) {
    await engine.single((database) =>
      database
        .insertInto('auditCounts')
        .values({ kind, accountId, code, begunAt, count: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'accountId', 'code', 'begunAt'])
            .doUpdateSet(({ eb }) => ({ count: eb('auditCounts.count', '+', 1) })),
        )
        .execute(),
    );
  }
}

/** Makes rows of the windows that are over; answers how many. */
export async function closeCounts({ engine, clock }: Context): Promise<number> {
  const over = clock() - windowMs;
  for (let all = 0; ; ) {
    const closed = await engine.write(async (writer) => {
      // Before the rows: whoever has the chain first takes them all.
      await engine.exclusive(writer, 'audit');
      const due = writer
        .selectFrom('auditCounts')
        .select(['begunAt', 'kind', 'accountId', 'code'])
        .where('begunAt', '<=', over)
        .orderBy('begunAt')
        .orderBy('kind')
        .orderBy('accountId')
        .orderBy('code')
        .limit(portion);
      // One statement: the chain is kept from others no longer than for it. What was added meanwhile goes along.
      const told = await writer
        .deleteFrom('auditCounts')
        .where(({ eb, refTuple }) =>
          eb(
            refTuple('begunAt', 'kind', 'accountId', 'code'),
            'in',
            due.$asTuple('begunAt', 'kind', 'accountId', 'code'),
          ),
        )
        .returningAll()
        .execute();
      await appendAudit(engine, writer, clock(), told.toSorted(inOrder).map(eventOf));
      return told.length;
    });
    all += closed;
    if (closed < portion) return all;
  }
}

interface Counted {
  kind: string;
  accountId: string;
  code: string;
  begunAt: number;
  count: number;
}

const placeOf = ({ kind, accountId, code }: Counted) => [kind, accountId, code].join('\n');

/** As the windows followed one another: a database gives back what it deleted in any order. */
const inOrder = (a: Counted, b: Counted): number =>
  a.begunAt - b.begunAt || Number(placeOf(a) > placeOf(b)) - Number(placeOf(a) < placeOf(b));

const eventOf = ({ kind, accountId, code, begunAt, count }: Counted): AuditEvent => ({
  kind,
  ...(accountId !== '' && { accountId }),
  detail: { ...(code !== '' && { code }), count, from: begunAt, until: begunAt + windowMs },
});
