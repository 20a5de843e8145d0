import type { VerifiedDocument, VerifiedSignature } from './verification.ts';

type Judged = Pick<
  VerifiedSignature,
  'kind' | 'indication' | 'subIndication' | 'changesAfter' | 'covers' | 'timeStamps'
> & {
  changes: readonly Pick<VerifiedSignature['changes'][number], 'rule'>[];
  steps?: readonly Pick<VerifiedSignature['steps'][number], 'block' | 'outcome' | 'reason'>[];
};

/** What speaks against one signature: a key of the words' `causes`; null where nothing does. */
export function signatureCause(signature: Judged): string | null {
  const { indication, subIndication, changesAfter, changes, covers, timeStamps, steps } = signature;
  if (indication === 'TOTAL-FAILED') return subIndication ?? 'CUSTOM';
  if (changesAfter === 'other') return 'changed';
  if (covers === 'partial') return 'partial';
  if (subIndication === 'TRY_LATER' && steps?.some(({ reason }) => reason === 'on_hold')) return 'on-hold';
  if (indication === 'INDETERMINATE' && isUnknownMethod(signature)) return 'unknown-method';
  if (indication === 'INDETERMINATE' && isPastBound(signature)) return 'limit';
  if (indication === 'INDETERMINATE') return subIndication ?? 'CUSTOM';
  if (changesAfter === 'uncompared') return 'uncompared';
  if (changesAfter === 'annotations')
    return changes.some(({ rule }) => rule === 'signed_annotation') ? 'signed_annotation' : 'annotations';
  if (timeStamps.some((stamp) => stamp.indication !== 'TOTAL-PASSED')) return 'time-stamp';
  const told = changesAfter === 'form-filling' ? toldOf(changes) : null;
  // What a block that passed names is a remark.
  return (
    told ?? steps?.find(({ outcome, reason }) => outcome === 'passed' && reason !== null)?.reason ?? null
  );
}

/** A further signature alone is nothing to warn of. */
function toldOf(changes: Judged['changes']): string | null {
  const rules = new Set(changes.map(({ rule }) => rule));
  if (rules.has('unread_look')) return 'unread_look';
  if (rules.has('drawn_over')) return 'drawn_over';
  return rules.has('form_value') ? 'form-filling' : rules.has('description') ? 'description' : null;
}

/** Whether what keeps it open is a method that is not verified here: which is no reason to call it insecure. */
function isUnknownMethod({ subIndication, steps = [] }: Judged): boolean {
  const open =
    subIndication === 'CRYPTO_CONSTRAINTS_FAILURE' || subIndication === 'NO_CERTIFICATE_CHAIN_FOUND';
  return (
    open && steps.some(({ block, reason }) => block !== 'time-stamp' && reason === 'algorithm_unsupported')
  );
}

/** Whether what keeps it open is a bound of ours: of an issuer that was not looked for it is not said that it is unknown. */
const isPastBound = ({ steps = [] }: Judged): boolean =>
  steps.some(
    ({ block, outcome, reason }) =>
      block !== 'time-stamp' && block !== 'changes' && outcome === 'indeterminate' && reason === 'limit',
  );

/** Where nothing shows that what was signed is still there, nothing is said of what came later but what is forbidden. */
const unproven = ['FORMAT_FAILURE', 'HASH_FAILURE', 'SIG_CRYPTO_FAILURE', 'SIGNED_DATA_NOT_FOUND'];

/** Whether `changesAfter` may be told to people: «nothing» would belie a signature whose content was altered. */
export const changesTold = ({
  subIndication,
  changesAfter,
}: Pick<Judged, 'subIndication' | 'changesAfter'>) =>
  changesAfter === 'other' || !unproven.includes(subIndication ?? '');

/** In one word how a signature stands, its later changes included. */
export type Standing = 'valid' | 'warn' | 'unknown' | 'invalid';

export function standing(signature: Judged): Standing {
  const grave = rank(signature);
  if (grave < 2) return 'invalid';
  if (grave === 2) return 'unknown';
  return signatureCause(signature) === null ? 'valid' : 'warn';
}

/** How grave a signature's cause is for the whole document, gravest first. */
function rank({ indication, changesAfter, covers }: Judged): number {
  if (indication === 'TOTAL-FAILED') return 0;
  if (changesAfter === 'other' || covers === 'partial') return 1;
  if (indication === 'INDETERMINATE' || changesAfter === 'uncompared') return 2;
  return 3;
}

/**
 * Why a document's verdict is what it is, in one word for both the screens and the reports: the cause of its gravest
 * signature, the signers' before the time-stamps'. Null where the verdict says all.
 */
export function documentCause({
  verdict,
  signatures,
  leftOut,
}: Pick<VerifiedDocument, 'verdict' | 'leftOut'> & { signatures: readonly Judged[] }): string | null {
  if (verdict === 'valid' || verdict === 'unsigned' || verdict === null) return null;
  const gravest = [...signatures].sort(
    (one, other) =>
      rank(one) - rank(other) || Number(one.kind === 'timestamp') - Number(other.kind === 'timestamp'),
  );
  for (const signature of gravest) {
    const cause = signatureCause(signature);
    if (cause === null || (verdict === 'indeterminate' && rank(signature) > 2)) continue;
    return verdict === 'valid-with-warnings' && signature.indication !== 'TOTAL-PASSED'
      ? 'time-stamp'
      : cause;
  }
  if (leftOut > 0) return 'left-out';
  // Of more changes than are told, those that filled in a field may be left out.
  return signatures.some(({ changesAfter }) => changesAfter === 'form-filling') ? 'form-filling' : 'CUSTOM';
}
