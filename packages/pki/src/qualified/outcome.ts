import type { Reading } from './service.ts';

/** Why a signature or time-stamp is, or is not, qualified; closed. */
export const QUALIFICATION_REASONS = [
  /** The chain ends at a certificate of the operator's: nothing qualified can rest on it. */
  'operator_anchor',
  /** No service stood there at the certificate's issuance; at the signature's time. */
  'no_service_at_issuance',
  'no_service_at_signing',
  /** What stood there then does not issue qualified certificates. */
  'not_ca_qc_at_issuance',
  'not_ca_qc_at_signing',
  /** The service had no status, or had lost it. */
  'not_granted_at_issuance',
  'not_granted_at_signing',
  /** The service is not listed for certificates of this kind. */
  'use_not_covered',
  /** Two services, or two qualifiers of one, contradict each other. */
  'services_conflict',
  'qualifiers_conflict',
  'not_qualified_at_issuance',
  'not_qualified_at_signing',
  'statements_malformed',
  /** QcCClegislation: qualified by another law than the Union's. */
  'other_legislation',
  /** The certificate is for websites, or for what cannot be told. */
  'for_websites',
  'use_unknown',
  'no_device',
  'qualified_certificate',
  'qualified_device',
  /** Of time-stamps. */
  'not_qtst',
  'qualified_time_stamp',
] as const;
export type QualificationReason = (typeof QUALIFICATION_REASONS)[number];

/** Outcomes of ETSI TS 119 615 §4.6, as reports write them. */
export type QualificationOutcome =
  | SignatureKind
  | `Indeterminate ${SignatureKind}`
  | 'Not AdES'
  | 'Not AdES but QC'
  | 'Not AdES but QC with QSCD'
  | 'N/A';
type SignatureKind =
  | 'QESig'
  | 'QESeal'
  | 'AdESig-QC'
  | 'AdESeal-QC'
  | 'AdES-QC'
  | 'AdESig'
  | 'AdESeal'
  | 'AdES';

/** The word for what certificate and list say (undefined: they cannot be read) after that verdict on the signature. */
export function outcomeOf(
  reading: Reading | undefined,
  indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED',
): QualificationOutcome {
  if (indication === 'TOTAL-FAILED') {
    if (reading?.qualified !== true || reading.use === 'web') return 'Not AdES';
    return reading.device ? 'Not AdES but QC with QSCD' : 'Not AdES but QC';
  }
  if (reading === undefined) return 'N/A';
  if (reading.use === 'web') return 'Not AdES';
  const kind = kindOf(reading);
  return indication === 'TOTAL-PASSED' ? kind : `Indeterminate ${kind}`;
}

function kindOf({ qualified, use, device }: Reading): SignatureKind {
  const column = use === 'esig' ? 0 : use === 'eseal' ? 1 : 2;
  const row = qualified ? (device ? 0 : 1) : 2;
  return KINDS[row]?.[column] ?? 'AdES';
}
const KINDS: readonly (readonly SignatureKind[])[] = [
  ['QESig', 'QESeal', 'AdES-QC'],
  ['AdESig-QC', 'AdESeal-QC', 'AdES-QC'],
  ['AdESig', 'AdESeal', 'AdES'],
];
