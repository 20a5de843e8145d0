import type { ErrorCode } from '@websign/contract';
import type { StoredDocument } from '../../storage/index.ts';
import { documentFindings } from '../facts.ts';
import type { Asked } from './asked.ts';

const stateRefusals: Record<StoredDocument['state'], ErrorCode | null> = {
  ready: null,
  signed: null,
  refused: 'not_ready',
  locked: 'document_locked',
  expired: 'expired',
};

/** Why a document cannot be signed as asked, before anything is done to it; null: it can (SGN-2, 6, 7). */
export function checkDocument(
  document: StoredDocument,
  { checksums }: Asked,
  confirmed: ReadonlySet<string>,
): ErrorCode | null {
  const refused = stateRefusals[document.state];
  if (refused) return refused;
  const reviewed = checksums?.[document.id];
  if (reviewed !== undefined && reviewed !== document.currentSha256) return 'changed';
  const unread = documentFindings
    .parse(document.findings)
    .some(({ id, verdict }) => verdict === 'warn' && !confirmed.has(id));
  return unread ? 'warnings_unconfirmed' : null;
}
