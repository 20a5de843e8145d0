import {
  errorCodes,
  type HistoryAnswer,
  type HistoryDetail,
  type HistoryRow,
  type HistorySend,
  type HistoryVersion,
  type historyFilter,
  type historyQuery,
  keyProvider,
  sendFailure,
} from '@websign/contract';
import { z } from 'zod';
import { isOver } from '../policy/retention.ts';
import type { HistoryEntry, Send, StoredDocument, Version } from '../storage/index.ts';
import type { Context, SignedIn } from './context.ts';
import { copyRefusal } from './copyable.ts';
import { findDocument } from './documents.ts';
import { documentFacts, documentFindings, uploadedSignatures } from './facts.ts';
import { type CheckSummary, checkSummary, summaryOf } from './history-summary.ts';
import { leftOutOf, originOf } from './origin.ts';
import { storedRefusal } from './stored-refusal.ts';

type Query = z.output<typeof historyQuery>;
type Filter = z.output<typeof historyFilter>;

const iso = (epochMs: number) => new Date(epochMs).toISOString();
const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : iso(epochMs));

/** The JSON of a version's `detail` column. */
const versionDetail = z.object({
  reason: z.string(),
  title: z.string(),
  visible: z.boolean(),
  keyProvider: keyProvider.default('software'),
});

/** The `reason` of a failed send. */
const storedFailure = sendFailure.catch('internal');

/** HIS-1: a page of the signer's uploads, newest first. */
export async function history(
  context: Context,
  signer: SignedIn,
  { page, size, ...filter }: Query,
): Promise<HistoryAnswer> {
  const query = { ...storageFilter(filter), page, size };
  const { rows, total } = await context.storage.documents.history(signer.account.id, query);
  const answer: HistoryRow[] = [];
  for (const row of rows) answer.push(await rowOf(context, row));
  return { rows: answer, total };
}

/** All rows that match, newest first, read in portions. */
export async function* historyRows(
  context: Context,
  { account }: SignedIn,
  filter: Filter,
): AsyncGenerator<HistoryRow> {
  for await (const row of context.storage.documents.each(account.id, storageFilter(filter))) {
    yield await rowOf(context, row);
  }
}

const storageFilter = ({ q, signed }: Filter) => ({
  search: q,
  ...(signed === undefined ? {} : { signed }),
});

/** HIS-2: one upload with every finding, signed version and letter. Throws RequestError `not_found`. */
export async function historyDetail(context: Context, signer: SignedIn, id: string): Promise<HistoryDetail> {
  const { storage, clock } = context;
  const document = await findDocument(context, signer, id);
  const versions = await storage.signings.versions(signer.account.id, id);
  const sends = await storage.sends.of(signer.account.id, id);
  const refusal = storedRefusal.parse(document.refusal);
  const now = clock();
  return {
    row: describeRow(document, summaryOfDocument(document)),
    refusal: refusal && { ...refusal, message: errorCodes[refusal.code].message },
    copyable: copyRefusal(document, now) === null,
    leftOut: leftOutOf(document),
    findings: documentFindings.parse(document.findings),
    signatures: documentFacts.parse(document.signatures).signatures,
    versions: versions.map(describeVersion),
    sends: sends.map(describeSend),
    kept_until: iso(document.expiresAt),
    original_kept_until: iso(document.originalExpiresAt),
    current_kept: !isOver(document.expiresAt, now),
    original_kept: !isOver(document.originalExpiresAt, now),
  };
}

async function rowOf({ storage }: Context, entry: HistoryEntry): Promise<HistoryRow> {
  if (entry.summary !== null) return describeRow(entry, checkSummary.parse(entry.summary));
  // Rows from before summaries were kept.
  const document = await storage.documents.find(entry.accountId, entry.id);
  const summary = document && summaryOfDocument(document);
  return describeRow(entry, summary ?? summaryOf({ code: null, findings: [], signatures: [] }));
}

/** What the upload was found to be. */
function summaryOfDocument(document: StoredDocument): CheckSummary {
  return summaryOf({
    code: storedRefusal.parse(document.refusal)?.code ?? null,
    findings: documentFindings.parse(document.findings),
    signatures: uploadedSignatures(document),
  });
}

const describeRow = (entry: HistoryEntry, summary: CheckSummary): HistoryRow => ({
  id: entry.id,
  groupId: entry.groupId,
  filename: entry.name,
  size: entry.size,
  ...summary,
  checksum: entry.sha256,
  uploaded_at: iso(entry.createdAt),
  signed_at: isoOrNull(entry.signedAt),
  signed: entry.signedAt !== null,
  state: entry.state,
  origin: originOf(entry),
});

function describeVersion(version: Version): HistoryVersion {
  const { keyProvider: key_provider, ...detail } = versionDetail.parse(version.detail);
  return {
    number: version.number,
    size: version.size,
    checksum: version.sha256,
    signed_at: iso(version.signedAt),
    level: version.level,
    certificate_serial: version.certificateSerial,
    ...detail,
    key_provider,
  };
}

const describeSend = ({ recipient, copy, createdAt, settledAt, state, reason }: Send): HistorySend => ({
  to: recipient,
  copy,
  asked_at: iso(createdAt),
  settled_at: isoOrNull(settledAt),
  state,
  failure: state === 'failed' ? storedFailure.parse(reason) : null,
});
