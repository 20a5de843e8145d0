import type { ErrorCode, Finding, SignatureSummary, UploadError } from '@websign/contract';
import { type Told, type Verdict, verdictOf } from './admission/row.ts';
import { type Policy, rowOf } from './admission/table.ts';

/** A fact that the inspection found, without judgement; `kind` names it. */
export interface Fact extends Omit<Finding, 'id' | 'verdict'> {
  /** The state of the file that holds it is over: an update replaced or freed its object. */
  superseded?: boolean | undefined;
}

export interface Facts {
  facts: readonly Fact[];
  signatures: readonly SignatureSummary[];
  /** Why its encryption lets nothing be signed in it, as the engine calls it. */
  protection: keyof typeof BY_PROTECTION | null;
}

/** What people are told of a file that opens without a password, and whose encryption still lets nothing be signed. */
const BY_PROTECTION = {
  encrypted: 'pdf_encrypted',
  broken_object: 'pdf_broken',
  restricted: 'signing_not_permitted',
} as const satisfies Record<string, ErrorCode>;

export interface Judgement {
  /** Why the document is refused; null: it is admitted. */
  code: ErrorCode | null;
  /** Of each fact. */
  verdicts: Verdict[];
  error: UploadError;
}

/**
 * MAP-8: whether a signature counts as valid. All do but those that failed and those behind which more was changed than
 * is permitted: who is not known here, or what is not known yet, refuses nobody.
 */
export const counts = ({
  integrity,
  indication,
  changesAfter,
}: Pick<SignatureSummary, 'integrity' | 'indication' | 'changesAfter'>): boolean =>
  integrity !== 'broken' && indication !== 'TOTAL-FAILED' && changesAfter !== 'other';

/** Accepts, warns or refuses a document by what was found in it (SGN-7), and fills UP-6's error shape. */
export function admit({ facts, signatures, protection }: Facts, policy: Policy): Judgement {
  const signed = signatures.length > 0;
  const judged = facts.map((fact) => {
    const row = rowOf(policy, fact.kind);
    return { fact, row, verdict: verdictOf(row, { earlier: fact.superseded === true, signed }) };
  });
  // What only informs is no reason for the texts of MAP-5 to MAP-7.
  const telling = judged.filter(({ verdict }) => verdict !== 'info');
  const tells = (told: Told) => telling.some(({ row }) => row.tells === told);
  const valid = signatures.filter(counts).length;
  const refused = judged.some(({ verdict }) => verdict === 'refuse') || valid < signatures.length;
  return {
    code: refused ? 'security_issues' : protection === null ? null : BY_PROTECTION[protection],
    verdicts: judged.map(({ verdict }) => verdict),
    error: {
      has_js: tells('has_js'),
      fields_inconsistencies: tells('fields_inconsistencies'),
      hide_and_replace_suspicious: tells('hide_and_replace_suspicious'),
      non_empty_hidden_texts: tells('non_empty_hidden_texts'),
      layers: telling.filter(({ row }) => row.tells === 'layers').map(({ fact }) => fact.excerpt ?? ''),
      has_signatures: signed,
      signatures: [...signatures],
      valid_signatures: valid,
    },
  };
}
