import { equalBytes } from '../asn1/bytes.ts';
import type { TrustService } from '../trust/face.ts';
import type { Certificate } from '../x509/certificate.ts';
import { type ListedChain, listedIn } from './listed.ts';
import { outcomeOf, type QualificationOutcome, type QualificationReason } from './outcome.ts';
import {
  inOrder,
  type Reading,
  type ReadingFailure,
  readingOf,
  type Standing,
  standingAt,
  useByItself,
} from './service.ts';
import { type QualifiedStatements, qualifiedStatements } from './statements.ts';
import { CA_QC, TSA_QTST } from './uris.ts';

/** Plain data, as the report has it. */
export interface Qualified {
  qualified: boolean;
  outcome: QualificationOutcome;
  reasons: QualificationReason[];
  service?: { territory: string; provider: string; name: string };
}

export interface QualificationInput extends ListedChain {
  /** Best signature time, milliseconds since 1970. */
  at: number;
  /** Of the validation (EN 319 102-1). */
  indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
}

/**
 * Whether a signature is qualified (ETSI TS 119 615 §4.4 to §4.6): by what its certificate, and the trusted list that
 * names the nearest authority above it, say at the certificate's issuance and at the signature's time. Never by an
 * operator's own anchor.
 */
export function qualification({ at, indication, ...listed }: QualificationInput): Qualified {
  const [certificate] = listed.chain.certificates;
  const authority = listedIn(listed).find(
    ({ certificate: der }) => !equalBytes(der, certificate?.der ?? der),
  );
  if (certificate === undefined || authority === undefined) {
    return { qualified: false, outcome: outcomeOf(undefined, indication), reasons: ['operator_anchor'] };
  }
  const statements = qualifiedStatements(certificate.extensions);
  const facts = { certificate, statements, services: authority.services };
  const { notBefore } = certificate.validity;
  const issued = qualifiedAt(facts, Math.min(notBefore, at), 'issuance');
  const signed = qualifiedAt(facts, at, 'signing');
  const reading = joined(issued.reading, signed.reading);
  const outcome = outcomeOf(reading, indication);
  const reasons = [
    ...issued.reasons,
    ...signed.reasons,
    ...ownReasons(statements),
    ...readingReasons(reading),
  ];
  return {
    qualified: outcome === 'QESig' || outcome === 'QESeal',
    outcome,
    reasons: [...new Set(reasons)],
    ...serviceOf(signed.service ?? issued.service),
  };
}

/**
 * Whether a time-stamp is qualified at `at`, its genTime: its unit, or an authority above, was a granted TSA/QTST then.
 */
export function timeStampQualification(
  listed: ListedChain,
  at: number,
): Pick<Qualified, 'qualified' | 'reasons' | 'service'> {
  const named = listedIn(listed);
  if (named.length === 0) return { qualified: false, reasons: ['operator_anchor'] };
  const standing = standingAt(
    named.flatMap(({ services }) => services),
    at,
  );
  if (standing.length === 0) return { qualified: false, reasons: ['no_service_at_signing'] };
  const stamping = standing.filter(({ service }) => service.type === TSA_QTST);
  if (stamping.length === 0) return { qualified: false, reasons: ['not_qtst'] };
  const granted = stamping.find(({ state }) => inOrder(state));
  const reasons: QualificationReason[] = [
    granted === undefined ? 'not_granted_at_signing' : 'qualified_time_stamp',
  ];
  return { qualified: granted !== undefined, reasons, ...serviceOf((granted ?? stamping[0])?.service) };
}

interface Facts {
  certificate: Certificate;
  statements: QualifiedStatements;
  services: readonly TrustService[];
}

interface AtTime {
  /** Absent where it cannot be told. */
  reading?: Reading;
  reasons: QualificationReason[];
  service?: TrustService | undefined;
}

/** TS 119 615 §4.4 for one moment. */
function qualifiedAt(
  { certificate, statements, services }: Facts,
  at: number,
  when: 'issuance' | 'signing',
): AtTime {
  const standing = standingAt(services, at);
  if (standing.length === 0) return { reasons: [`no_service_at_${when}`] };
  const issuing = standing.filter(({ service }) => service.type === CA_QC);
  const own: Reading = { qualified: false, use: useByItself(certificate, statements), device: false };
  const unqualified = (reason: QualificationReason, service = standing[0]?.service): AtTime => ({
    reading: own,
    reasons: [reason],
    service,
  });
  if (issuing.length === 0) return unqualified(`not_ca_qc_at_${when}`);
  const read = issuing.map((one) => ({ ...one, reading: readingOf(one, certificate, statements) }));
  const readable = read.filter(isRead);
  const conflict = read.some(({ reading }) => reading === 'qualifiers_conflict');
  if (conflict || readable.length === 0) return failed(conflict, own, read[0]?.service);
  const kinds = new Set(
    readable.map(({ reading }) => JSON.stringify([reading.qualified, reading.use, reading.device])),
  );
  if (kinds.size > 1) return { reasons: ['services_conflict'], service: readable[0]?.service };
  const granted = readable.find(({ state }) => inOrder(state));
  if (granted === undefined) return unqualified(`not_granted_at_${when}`, readable[0]?.service);
  const { reading, service } = granted;
  return { reading, service, reasons: reading.qualified ? [] : [`not_qualified_at_${when}`] };
}

type Read<T> = Standing & { reading: T };

const isRead = (one: Read<Reading | ReadingFailure>): one is Read<Reading> => typeof one.reading !== 'string';

/** Where no service is for this kind, it is not qualified; where qualifiers fight, nobody knows. */
function failed(conflict: boolean, own: Reading, service: TrustService | undefined): AtTime {
  if (conflict) return { reasons: ['qualifiers_conflict'], service };
  return { reading: own, reasons: ['use_not_covered'], service };
}

/** Qualified where it was so both times; the kind and the device as at the signature (Regulation 910/2014, Article 32). */
function joined(issued: Reading | undefined, signed: Reading | undefined): Reading | undefined {
  if (issued === undefined || signed === undefined) return undefined;
  const qualified = issued.qualified && signed.qualified;
  return { qualified, use: signed.use, device: qualified && signed.device };
}

function ownReasons({ malformed, legislation }: QualifiedStatements): QualificationReason[] {
  return [
    ...(malformed ? ['statements_malformed' as const] : []),
    ...(legislation === undefined ? [] : ['other_legislation' as const]),
  ];
}

function readingReasons(reading: Reading | undefined): QualificationReason[] {
  if (reading === undefined) return [];
  const use =
    reading.use === 'web'
      ? ['for_websites' as const]
      : reading.use === 'unknown'
        ? ['use_unknown' as const]
        : [];
  if (!reading.qualified) return use;
  return ['qualified_certificate', reading.device ? 'qualified_device' : 'no_device', ...use];
}

const serviceOf = (service: TrustService | undefined): Pick<Qualified, 'service'> =>
  service === undefined
    ? {}
    : { service: { territory: service.territory, provider: service.provider, name: service.name } };
