import type { Selectable } from 'kysely';
import { isOver, type RetentionTerms, termEnds } from '../../policy/retention.ts';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { AuditEvent } from '../face/audit.ts';
import type { DocumentState, HistoryEntry, NewCopy, NewDocument, StoredDocument } from '../face/documents.ts';
import { fold, storable } from '../fold.ts';
import { newId, parsed } from './context.ts';
import type { Tables } from './tables.ts';

type Row = Selectable<Tables['documents']>;
/** As it is inserted. */
export type NewRow = Omit<Row, 'sequence'>;

const states: readonly string[] = [
  'ready',
  'refused',
  'signed',
  'locked',
  'expired',
] satisfies DocumentState[];
const isState = (text: string): text is DocumentState => states.includes(text);

/** What lists read: all but the large columns. */
export const light = [
  ...(['sequence', 'id', 'accountId', 'groupId', 'name', 'size', 'sha256', 'currentSize'] as const),
  ...(['currentSha256', 'state', 'pages', 'summaryJson', 'versions', 'createdAt', 'signedAt'] as const),
  ...(['expiresAt', 'originalExpiresAt', 'originId', 'originName', 'originSha256'] as const),
] satisfies (keyof Row)[];
/** What a document is: all but what is asked for by itself. */
export const whole = [
  ...light,
  ...(['nameFolded', 'refusalJson', 'findingsJson', 'signaturesJson', 'originalGone'] as const),
  'leftOutJson',
] satisfies (keyof Row)[];
type WholeRow = Pick<Row, (typeof whole)[number]>;
type LightRow = Pick<Row, (typeof light)[number]>;

export function toEntry({ sequence: _, summaryJson, ...given }: LightRow, now: number): HistoryEntry {
  const { originId, originName, originSha256, ...row } = given;
  const { state, expiresAt, originalExpiresAt } = row;
  if (!isState(state)) throw new StorageError('corrupt', 'a document is in an unknown state');
  return {
    ...row,
    state: isOver(expiresAt, now) ? 'expired' : state,
    summary: parsed(summaryJson),
    originalExpiresAt: Math.min(originalExpiresAt, expiresAt),
    origin: originId === null ? null : { id: originId, name: originName ?? '', sha256: originSha256 ?? '' },
  };
}

export function toDocument(
  { nameFolded: _, originalGone: __, ...row }: WholeRow,
  now: number,
): StoredDocument {
  const { refusalJson, findingsJson, signaturesJson, leftOutJson, ...plain } = row;
  return {
    ...toEntry(plain, now),
    refusal: parsed(refusalJson),
    findings: parsed(findingsJson),
    signatures: parsed(signaturesJson),
    leftOut: parsed(leftOutJson),
  };
}

export function toRow(document: NewDocument | NewCopy, now: number, terms: RetentionTerms): NewRow {
  const { accountId, groupId, size, sha256, state, pages, refusal, findings, signatures } = document;
  const name = storable(document.name);
  return {
    ...{ id: newId(), accountId, groupId, name, nameFolded: fold(name), size, sha256 },
    ...{ currentSize: size, currentSha256: sha256, state, pages },
    refusalJson: canonical(refusal ?? null),
    findingsJson: canonical(findings ?? null),
    signaturesJson: canonical(signatures ?? null),
    summaryJson: canonical(document.summary ?? null),
    occupancyJson: canonical(document.occupancy ?? null),
    ...{ versions: 0, createdAt: now, signedAt: null },
    expiresAt: termEnds('original', now, terms),
    originalExpiresAt: termEnds('original', now, terms),
    originalGone: 0,
    ...originColumns('origin' in document ? document : undefined),
  };
}

const originColumns = (copy: NewCopy | undefined) => ({
  originId: copy?.origin.id ?? null,
  originName: copy === undefined ? null : storable(copy.origin.name),
  originSha256: copy?.origin.sha256 ?? null,
  leftOutJson: canonical(copy?.leftOut ?? null),
});

/** The audit log's entry of a new row. */
export const uploaded = ({ id, accountId, sha256, size, state, ...row }: NewRow): AuditEvent => ({
  ...{ kind: 'upload', accountId, documentId: id },
  detail: { sha256, size, state, ...copyOf(row) },
});

const copyOf = ({ originId, originSha256 }: Pick<NewRow, 'originId' | 'originSha256'>) =>
  originId === null ? {} : { copyOf: { document: originId, sha256: originSha256 } };
