import { PkiError } from '../error.ts';
import { REVOCATION_REASONS, type RevocationReason } from './face.ts';

/** CRLReason by its number (RFC 5280 §5.3.1); 7 is not used. */
const REASONS: readonly (RevocationReason | 'removeFromCRL' | undefined)[] = [
  ...REVOCATION_REASONS.slice(0, 7),
  undefined,
  'removeFromCRL',
  ...REVOCATION_REASONS.slice(7),
];

export type EntryReason = RevocationReason | 'removeFromCRL';

export function reasonOf(code: number): EntryReason {
  const reason = REASONS[code];
  if (reason === undefined) throw new PkiError('asn1_unexpected', `a CRLReason of ${code}`);
  return reason;
}

export function reasonCode(reason: EntryReason): number {
  return REASONS.indexOf(reason);
}

/** Bits 1 to 8 of ReasonFlags (RFC 5280 §4.2.1.13), as one number. */
export const ALL_REASONS = 0b1_1111_1110;

export function reasonMask(bits: readonly number[]): number {
  return bits.reduce((mask, bit) => mask | (1 << bit), 0) & ALL_REASONS;
}
