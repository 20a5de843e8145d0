import type { ServiceState, TrustService } from '../trust/face.ts';
import type { Certificate } from '../x509/certificate.ts';
import { qualifiersFor } from './criteria.ts';
import type { CertificateUse, QualifiedStatements } from './statements.ts';
import { informationWord, statusWord } from './uris.ts';

/** Regulation (EU) 910/2014 applies from 1 July 2016, Brussels time. */
export const EIDAS = Date.UTC(2016, 5, 30, 22);

/** A service as it stood at some moment. */
export interface Standing {
  service: TrustService;
  state: ServiceState;
}

/** The states in which services stood at `at`; a service that did not exist yet is left out. */
export function standingAt(services: readonly TrustService[], at: number): Standing[] {
  return services.flatMap((service) => {
    const state = service.states.find(({ from }) => from <= at);
    return state === undefined ? [] : [{ service, state }];
  });
}

const BEFORE = ['undersupervision', 'supervisionincessation', 'accredited'];

/** Whether the service had its status: `granted`, or what stood for it before the Regulation applied. */
export function inOrder({ from, status }: ServiceState): boolean {
  const word = statusWord(status) ?? '';
  return from < EIDAS ? BEFORE.includes(word) : word === 'granted';
}

/** What list and certificate together say of a certificate (TS 119 615 §4.4 and §4.5), the status left aside. */
export interface Reading {
  qualified: boolean;
  use: CertificateUse | 'unknown';
  device: boolean;
}

/** Why a service's state cannot be read: its qualifiers contradict each other, or it is not for this kind. */
export type ReadingFailure = 'qualifiers_conflict' | 'use_not_covered';

const USE_OF: Readonly<Record<string, CertificateUse>> = {
  QCForESig: 'esig',
  QCForESeal: 'eseal',
  QCForWSA: 'web',
  ForeSignatures: 'esig',
  ForeSeals: 'eseal',
  ForWebSiteAuthentication: 'web',
};

export function readingOf(
  { state }: Standing,
  certificate: Certificate,
  statements: QualifiedStatements,
): Reading | ReadingFailure {
  const qualifiers = qualifiersFor(state.qualifications, certificate);
  const before = state.from < EIDAS;
  const qualified = overruled(qualifiers.has('QCStatement'), qualifiers.has('NotQualified'));
  const uses = [...qualifiers].flatMap((word) => USE_OF[word] ?? []);
  const device = deviceOf(qualifiers, before);
  if (qualified === 'conflict' || device === 'conflict' || (!before && uses.length > 1))
    return 'qualifiers_conflict';
  const isQualified = qualified ?? qualifiedByItself(certificate, statements);
  const own = useByItself(certificate, statements);
  // Before the Regulation there were qualified certificates for signatures alone.
  const use = isQualified ? (before ? 'esig' : (uses[0] ?? own)) : own;
  if (!before && isQualified && !covers(state, use)) return 'use_not_covered';
  return {
    qualified: isQualified,
    use,
    device: isQualified && (device ?? deviceByItself(certificate, statements)),
  };
}

/** TS 119 612 §5.5.9.4: a service that issues qualified certificates names the kinds for which it may. */
function covers({ additional }: ServiceState, use: Reading['use']): boolean {
  return additional.some((uri) => USE_OF[informationWord(uri) ?? ''] === use);
}

/** What qualifiers say of a question, where they say one thing. */
function overruled(yes: boolean, no: boolean): boolean | undefined | 'conflict' {
  if (yes && no) return 'conflict';
  return yes ? true : no ? false : undefined;
}

/** TS 119 615 §4.5: the words of the Directive count in its time, those of the Regulation in its own. */
function deviceOf(qualifiers: ReadonlySet<string>, before: boolean): boolean | undefined | 'conflict' {
  const has = (...words: string[]) => words.some((word) => qualifiers.has(word));
  const yes = before ? has('QCWithSSCD') : has('QCWithQSCD', 'QCQSCDManagedOnBehalf');
  const no = before ? has('QCNoSSCD') : has('QCNoQSCD');
  const asInCertificate = before ? has('QCSSCDStatusAsInCert') : has('QCQSCDStatusAsInCert');
  if (asInCertificate) return yes || no ? 'conflict' : undefined;
  return overruled(yes, no);
}

const issuedBefore = ({ validity }: Certificate): boolean => validity.notBefore < EIDAS;

function qualifiedByItself(certificate: Certificate, statements: QualifiedStatements): boolean {
  if (statements.malformed || statements.legislation !== undefined) return false;
  return statements.compliance || (issuedBefore(certificate) && statements.policy !== 'none');
}

/** For what the certificate says that it is. */
export function useByItself(certificate: Certificate, statements: QualifiedStatements): Reading['use'] {
  const [use, ...others] = statements.uses;
  if (use !== undefined) return others.length > 0 ? 'unknown' : use;
  // EN 319 412-5 §4.2.3: without a type it is for signatures.
  return qualifiedByItself(certificate, statements) ? 'esig' : 'unknown';
}

function deviceByItself(certificate: Certificate, { device, policy }: QualifiedStatements): boolean {
  return device || (issuedBefore(certificate) && policy === 'qcp-device');
}
