import type { HistoryRow } from '@websign/contract';

/**
 * A file that was refused before it was looked through, such as a damaged or an encrypted one: that nothing was found
 * in it, and no signatures, says nothing of it.
 */
export function isUnread({
  security,
  validity,
  checks,
}: Pick<HistoryRow, 'security' | 'validity' | 'checks'>) {
  return security === 'refused' && validity === 'none' && checks.refuse + checks.warn + checks.info === 0;
}
