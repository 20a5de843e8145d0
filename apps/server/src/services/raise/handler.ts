import { PadesError, type Raised, type SignatureLevel } from '@websign/pades';
import { renewalDue } from '../../policy/renewal.ts';
import { isOver } from '../../policy/retention.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { RecordOutcome, StoredDocument } from '../../storage/index.ts';
import { blobSource } from '../blob-source.ts';
import { type Context, chargeTo } from '../context.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import type { Handler, Outcome } from '../outbox.ts';
import { validateDocument } from '../validation/validate.ts';
import { raiseDocument } from './document.ts';
import { jobAfter, type RaiseOrder, raiseJob, raiseKind, raiseOrder } from './job.ts';

export { raiseKind };

/** Failures that another try may mend. */
const passing = new Set(['revocation_unavailable', 'time_stamp_failed']);
const busy = new Set(['busy', 'closed', 'timeout', 'crashed']);

const done: Outcome = { kind: 'done' };
/** Signed in this moment: what is there now is raised next time. */
const changed: Outcome = { kind: 'retry', reason: 'changed in this moment' };

/** Adds validation data and time-stamps to documents that are kept, behind what was signed. */
export const raiseHandler = (context: Context): Handler => ({
  async work(job) {
    const order = raiseOrder.safeParse(job.payload).data;
    if (!order) return { kind: 'failed', reason: 'the job is malformed' };
    const outcome = await attempt(context, order);
    return outcome.kind === 'retry' ? outcome : unpromised(context, order, outcome);
  },
});

async function attempt(context: Context, order: RaiseOrder): Promise<Outcome> {
  const document = await context.storage.documents.find(order.accountId, order.documentId);
  // Behind a signature that permits no change nothing is appended: some viewers would call it broken.
  if (!document || document.state === 'locked' || isOver(document.expiresAt, context.clock())) return done;
  try {
    const own = chargeTo(context, { id: order.accountId }, { turn: 'verification' });
    return await (order.renew ? renewed : raised)(own, order, document);
  } catch (error) {
    if (error instanceof PadesError) {
      return { kind: passing.has(error.code) ? 'retry' : 'failed', reason: error.code };
    }
    if (error instanceof SandboxError) {
      return { kind: busy.has(error.code) ? 'retry' : 'failed', reason: error.code };
    }
    throw error;
  }
}

/** What was not added, and never will be, is promised to nobody any more. */
async function unpromised(
  { storage }: Context,
  { accountId, documentId, field }: RaiseOrder,
  outcome: Outcome,
): Promise<Outcome> {
  const document = await storage.documents.find(accountId, documentId);
  if (!document) return outcome;
  const facts = documentFacts.parse(document.signatures);
  if (!facts.raising.includes(field)) return outcome;
  const noted = await storage.documents.noteSignatures(
    documentId,
    document.currentSha256,
    withoutPromise(facts, field),
  );
  return noted ? outcome : changed;
}

const withoutPromise = (facts: DocumentFacts, field: string): DocumentFacts => ({
  ...facts,
  raising: facts.raising.filter((one) => one !== field),
});

const LEVELS: readonly SignatureLevel[] = ['B-B', 'B-T', 'B-LT', 'B-LTA'];

async function raised(context: Context, order: RaiseOrder, document: StoredDocument): Promise<Outcome> {
  const { storage, archive, config, clock } = context;
  const { level } = config;
  const { level: promised = level } = order;
  // Servers of one database may be configured differently for a while: one that promised no less takes it.
  if (LEVELS.indexOf(level) < LEVELS.indexOf(promised))
    return { kind: 'retry', reason: 'this server signs at a lower level' };
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
  changed,
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

function factsAfter(document: StoredDocument, field: string, { level }: Raised): DocumentFacts {
  const facts = documentFacts.parse(document.signatures);
  const signatures = facts.signatures.map((one) => (one.field === field ? { ...one, level } : one));
  return { ...withoutPromise(facts, field), signatures };
}
