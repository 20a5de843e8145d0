import { PadesError, type Raised, type TimeStampReport } from '@websign/pades';
import { isOver } from '../../policy/retention.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { RecordOutcome, StoredDocument } from '../../storage/index.ts';
import { blobSource } from '../blob-source.ts';
import type { Context } from '../context.ts';
import { documentFacts } from '../facts.ts';
import type { Handler, Outcome } from '../outbox.ts';
import { validateDocument } from '../validation/validate.ts';
import { raiseDocument } from './document.ts';
import { jobAfter, type RaiseOrder, raiseJob, raiseKind, raiseOrder } from './job.ts';

export { raiseKind };

const dayMs = 24 * 60 * 60 * 1000;
/** An archive time-stamp is renewed so long before its certificate ends. */
const renewalMs = 90 * dayMs;
const monthMs = 30 * dayMs;
/** Failures that another try may mend. */
const passing = new Set(['revocation_unavailable', 'time_stamp_failed']);
const busy = new Set(['busy', 'closed', 'timeout', 'crashed']);

const done: Outcome = { kind: 'done' };

/** Adds validation data and time-stamps to documents that are kept, behind what was signed. */
export const raiseHandler = (context: Context): Handler => ({
  async work(job) {
    const order = raiseOrder.safeParse(job.payload).data;
    if (!order) return { kind: 'failed', reason: 'the job is malformed' };
    const document = await context.storage.documents.find(order.accountId, order.documentId);
    // Behind a signature that permits no change nothing is appended: some viewers would call it broken.
    if (!document || document.state === 'locked' || isOver(document.expiresAt, context.clock())) return done;
    try {
      if (order.renew) return await renewed(context, order, document);
      return await raised(context, order, document);
    } catch (error) {
      return outcomeOf(error);
    }
  },
});

function outcomeOf(error: unknown): Outcome {
  if (error instanceof PadesError) {
    return { kind: passing.has(error.code) ? 'retry' : 'failed', reason: error.code };
  }
  if (error instanceof SandboxError) {
    return { kind: busy.has(error.code) ? 'retry' : 'failed', reason: error.code };
  }
  throw error;
}

async function raised(context: Context, order: RaiseOrder, document: StoredDocument): Promise<Outcome> {
  const { storage, archive, config, clock } = context;
  const { level } = config;
  if (level === 'B-B') return done;
  const source = sourceOf(context, document);
  const result = await raiseDocument({ ...context, timeStamps: archive }, source, {
    level,
    field: order.field,
  });
  if (result.tail.length === 0) return done;
  const { sha256, size } = await storage.blobs.append(document.currentSha256, result.tail);
  const further = jobAfter({ level: result.level, raising: false }, order, clock());
  const recorded = await storage.signings.raise(
    order.accountId,
    {
      documentId: document.id,
      baseSha256: document.currentSha256,
      sha256,
      size,
      number: await versionOf(context, order),
      level: result.level,
      signatures: factsAfter(document, order.field, result),
    },
    ...further,
  );
  return settled[recorded];
}

const settled: Record<RecordOutcome, Outcome> = {
  recorded: done,
  // Signed in this moment: what is there now is raised next time.
  changed: { kind: 'retry', reason: 'changed in this moment' },
  locked: done,
  expired: done,
  not_found: done,
};

/** Renews where the last archive time-stamp comes to its end, else looks again then. */
async function renewed(context: Context, order: RaiseOrder, document: StoredDocument): Promise<Outcome> {
  const { storage, clock } = context;
  const { validation } = await validateDocument(context, sourceOf(context, document), { online: true });
  const report = validation.signatures.find(({ field }) => field === order.field);
  const due = renewalDue(report?.timeStamps ?? []);
  if (due === undefined) return { kind: 'retry', reason: 'no archive time-stamp holds by what is known now' };
  if (due <= clock()) return raised(context, order, document);
  if (due < document.expiresAt) await storage.outbox.add(raiseJob(order, due));
  return done;
}

/**
 * When the newest archive time-stamp is to be followed by another, epoch milliseconds: well before its certificate
 * ends. An authority that goes on with a certificate near its end is asked once a month, and on its last day.
 */
function renewalDue(timeStamps: readonly TimeStampReport[]): number | undefined {
  const due = timeStamps.flatMap(({ kind, indication, genTime, chain: [authority] }) =>
    kind === 'document' && indication === 'TOTAL-PASSED' && genTime !== undefined && authority !== undefined
      ? [Math.max(authority.notAfter - renewalMs, Math.min(genTime + monthMs, authority.notAfter - dayMs))]
      : [],
  );
  return due.length === 0 ? undefined : Math.max(...due);
}

const sourceOf = ({ storage }: Context, { currentSha256: sha256, currentSize: size }: StoredDocument) =>
  blobSource(storage.blobs, { sha256, size });

/** The version that made the signature; the newest where that was not kept. */
async function versionOf(
  { storage }: Context,
  { accountId, documentId, field }: RaiseOrder,
): Promise<number> {
  const versions = await storage.signings.versions(accountId, documentId);
  const made = versions.find(({ detail }) => (detail as { field?: unknown } | null)?.field === field);
  return made?.number ?? versions.length;
}

function factsAfter(document: StoredDocument, field: string, { level }: Raised) {
  const facts = documentFacts.parse(document.signatures);
  return {
    ...facts,
    raising: false,
    signatures: facts.signatures.map((one) => (one.field === field ? { ...one, level } : one)),
  };
}
