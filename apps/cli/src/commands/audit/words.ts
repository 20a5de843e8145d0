import type { ExportFlaw } from '@websign/server/services/audit/check';
import type { AuditVerdict } from '@websign/server/storage/index';

type Flaw = ExportFlaw['reason'] | Extract<AuditVerdict, { ok: false }>['reason'];

/** Why a log or an export does not hold. */
export const flawWords: Readonly<Record<Flaw, string>> = {
  gap: 'a row is missing',
  broken_link: 'the row does not follow the one before it',
  wrong_hash: 'the row was changed',
  anchor_missing: 'the anchored row is gone',
  anchor_differs: 'the anchored row is another one',
  line: 'it is not a row, and not the statement at the end, as WebSign writes them',
  line_too_long: 'it is too long',
  statement_missing: 'the statement at the end is missing',
  statement_differs: 'the statement at the end is not about these rows',
  seal_malformed: 'the seal is no detached CMS',
  seal_broken: 'the file was changed after it was sealed, or the seal is of another file',
};
