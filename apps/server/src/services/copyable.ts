import { copiedRefusals, type ErrorCode } from '@websign/contract';
import { isOver } from '../policy/retention.ts';
import type { StoredDocument } from '../storage/index.ts';
import { type DocumentFacts, documentFacts } from './facts.ts';
import { storedRefusal } from './stored-refusal.ts';

/** CPY-1: whether a safe copy may be a way on from a refusal: its cause can be left out, and the file's owner permits copies. */
export const isCopyable = (code: ErrorCode | null, { copyable }: Pick<DocumentFacts, 'copyable'>): boolean =>
  code !== null && copiedRefusals.has(code) && copyable;

/** Why no safe copy of a document is made, whatever is in it; null: one may be. */
export function copyRefusal(document: StoredDocument, now: number): ErrorCode | null {
  if (isOver(document.originalExpiresAt, now)) return 'expired';
  const code = storedRefusal.parse(document.refusal)?.code;
  if (code === undefined || !copiedRefusals.has(code)) return 'not_ready';
  return documentFacts.parse(document.signatures).copyable ? null : 'signing_not_permitted';
}
