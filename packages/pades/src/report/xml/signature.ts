import type { AnyDigest } from '@websign/pki';
import type { Evidence, SignatureEvidence } from '../../evidence/face.ts';
import type {
  CertificateFacts,
  Indication,
  SignatureReport,
  TimeStampReport,
  Validation,
  ValidationStep,
} from '../face.ts';
import { changesAfter } from '../verdict.ts';
import { dateTime, element, holding, type Xml } from './element.ts';
import { digestOf, fieldReference, reference, type ValidationObjects } from './objects.ts';

/** One signature with what it is reported of. */
export interface Subject {
  report: SignatureReport;
  evidence: Evidence;
  validation: Validation;
  /** The id of the file's object. */
  document: string;
  /** Which file and which signature, counted from 0. */
  file: number;
  number: number;
}

/** SignatureValidationReport (TS 119 102-2 §4.3) of one signature or document time-stamp. */
export function signatureReport(subject: Subject, objects: ValidationObjects): Xml {
  const { report, evidence, validation, document } = subject;
  const id = `S-${subject.file + 1}-${subject.number + 1}`;
  const found = evidence.signatures.find(({ field }) => field === report.field);
  const signed = signedDigest(report, found);
  const stamps = report.timeStamps.map((stamp, at) => ({
    stamp,
    id: timeStampObject(`${id.replace('S', 'T')}-${at + 1}`, stamp, report.field, evidence, objects),
  }));
  return holding(
    'SignatureValidationReport',
    element(
      'SignatureIdentifier',
      { id },
      signed,
      holding('HashOnly', 'false'),
      holding('DocHashOnly', 'false'),
      holding('OtherInformation', fieldReference(report.field)),
    ),
    constraints(report.steps),
    holding(
      'ValidationTimeInfo',
      holding('ValidationTime', dateTime(validation.at)),
      holding(
        'BestSignatureTime',
        holding('POETime', dateTime(report.bestTime)),
        holding('TypeOfProof', 'urn:etsi:019102:poetype:validation'),
        stamps
          .filter(({ stamp }) => report.timeProven && stamp.genTime === report.bestTime)
          .slice(0, 1)
          .map((one) => reference('POEObject', one.id)),
      ),
    ),
    signed === undefined
      ? holding('SignersDocument', reference('SignersDocumentRepresentation', document))
      : holding('SignersDocument', signed, reference('SignersDocumentRef', document)),
    attributes(report, found, stamps),
    signer(report, objects),
    holding(
      'SignatureQuality',
      holding(
        'SignatureQualityInformation',
        `urn:x-websign:qualification:${encodeURIComponent(report.qualification.outcome)}`,
      ),
    ),
    holding(
      'SignatureValidationProcess',
      holding('SignatureValidationProcessID', 'urn:etsi:019102:validationprocess:LTA'),
    ),
    statusOf(
      indicationWord(report.indication),
      subIndicationUri(report.subIndication),
      associated(report.chain, objects, facts(report)),
    ),
  );
}

const indicationWord = (indication: Indication): string => indication.toLowerCase();
const subIndicationUri = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : `urn:etsi:019102:subindication:${code}`;

/** ValidationStatusType; `word` is the last part of the indication's URI. */
const validationStatus = (name: string, word: string, sub: string | undefined, data?: Xml): Xml =>
  holding(
    name,
    holding('MainIndication', `urn:etsi:019102:mainindication:${word}`),
    sub === undefined ? undefined : holding('SubIndication', sub),
    data,
  );

export const statusOf = (word: string, sub: string | undefined, data?: Xml): Xml =>
  validationStatus('SignatureValidationStatus', word, sub, data);

/** The digest over the byte range by the signature's own algorithm. */
function signedDigest(report: SignatureReport, found: SignatureEvidence | undefined): Xml | undefined {
  const digests = Object.entries(found?.digests ?? {}) as [AnyDigest, Uint8Array][];
  const [own = digests[0]] = digests.filter(([algorithm]) => algorithm === report.algorithms.digest);
  return own && digestOf(...own);
}

const typed = (name: string, type: string, value: string): Xml =>
  holding(name, holding('Type', `urn:x-websign:${type}`), holding('Value', value));

/** ValidationConstraintsEvaluationReport: each building block with what it found. */
const constraints = (steps: readonly ValidationStep[]): Xml | undefined =>
  steps.length === 0
    ? undefined
    : holding(
        'ValidationConstraintsEvaluationReport',
        steps.map(({ block, outcome, subIndication, reason, about }) =>
          holding(
            'ValidationConstraint',
            holding('ValidationConstraintIdentifier', `urn:x-websign:block:${block}`),
            reason === undefined ? undefined : typed('ValidationConstraintParameter', 'reason', reason),
            about === undefined ? undefined : typed('ValidationConstraintParameter', 'about', about),
            holding('ConstraintStatus', holding('Status', 'urn:etsi:019102:constraintStatus:applied')),
            validationStatus('ValidationStatus', outcome, subIndicationUri(subIndication)),
          ),
        ),
      );

const ATTRIBUTE = {
  signature: 'SignatureTimeStamp',
  document: 'DocTimeStamp',
  archive: 'ArchiveTimeStamp',
} as const;

interface Stamped {
  stamp: TimeStampReport;
  id: string;
}

/** SignatureAttributes (Annex A), in the order of the schema's own list. */
function attributes(
  { claimedTime, location, reason, name, subFilter }: SignatureReport,
  found: SignatureEvidence | undefined,
  stamps: readonly Stamped[],
): Xml | undefined {
  const text = (attribute: string, part: string, value: string | undefined): Xml[] =>
    value === undefined ? [] : [holding(attribute, holding(part, value))];
  const all: Xml[] = [
    ...(claimedTime === undefined ? [] : text('SigningTime', 'Time', dateTime(claimedTime))),
    ...text('SignatureProductionPlace', 'AddressString', location),
    ...stamps.flatMap(({ stamp: { kind, genTime }, id }) =>
      genTime === undefined
        ? []
        : [
            holding(
              ATTRIBUTE[kind],
              reference('AttributeObject', id),
              holding('TimeStampValue', dateTime(genTime)),
            ),
          ],
    ),
    ...text('Reason', 'ReasonElement', reason),
    ...text('Name', 'NameElement', name),
    ...text('ContactInfo', 'ContactInfoElement', found?.contactInfo),
    ...text('SubFilter', 'SubFilterElement', subFilter),
  ];
  return all.length === 0 ? undefined : holding('SignatureAttributes', all);
}

function signer({ chain: [certificate] }: SignatureReport, objects: ValidationObjects): Xml | undefined {
  if (certificate === undefined) return undefined;
  return holding(
    'SignerInformation',
    reference('SignerCertificate', objects.certificate(certificate)),
    holding('Signer', certificate.subject),
  );
}

/** What the report has no element of its own for: coverage, later changes, level. */
const facts = ({ covers, changes, level }: SignatureReport): Xml =>
  holding(
    'AdditionalValidationReportData',
    typed('ReportData', 'covers', covers),
    typed('ReportData', 'changes-after', changesAfter(changes)),
    level === undefined ? undefined : typed('ReportData', 'level', level),
    changes.changes.map(({ revision, rule, reason, object, what, page }) =>
      typed(
        'ReportData',
        'change',
        [
          `revision ${revision}`,
          ...(page === undefined ? [] : [`page ${page}`]),
          ...(object === undefined ? [] : [`object ${object}`]),
          `${what}: ${reason ?? rule}`,
        ].join(', '),
      ),
    ),
  );

/** AssociatedValidationReportData: the chain, the trust anchor, a revocation. */
function associated(
  chain: readonly CertificateFacts[],
  objects: ValidationObjects,
  additional?: Xml,
): Xml | undefined {
  const [end, ...issuers] = chain.map((certificate) => objects.certificate(certificate));
  const trusted = chain.at(-1)?.anchor === undefined ? undefined : (issuers.at(-1) ?? end);
  const between = trusted !== undefined && issuers.length > 0 ? issuers.slice(0, -1) : issuers;
  const revoked = chain.find(({ revocation }) => revocation?.revokedAt !== undefined);
  if (end === undefined && additional === undefined) return undefined;
  return holding(
    'AssociatedValidationReportData',
    trusted === undefined ? undefined : reference('TrustAnchor', trusted),
    end === undefined
      ? undefined
      : holding(
          'CertificateChain',
          reference('SigningCertificate', end),
          between.map((id) => reference('IntermediateCertificate', id)),
          trusted === undefined ? undefined : reference('TrustAnchor', trusted),
        ),
    revoked === undefined ? undefined : revocation(revoked, objects),
    additional,
  );
}

function revocation(certificate: CertificateFacts, objects: ValidationObjects): Xml | undefined {
  const { revokedAt, reason } = certificate.revocation ?? {};
  if (revokedAt === undefined) return undefined;
  return holding(
    'RevocationStatusInformation',
    reference('ValidationObjectId', objects.certificate(certificate)),
    holding('RevocationTime', dateTime(revokedAt)),
    reason === undefined
      ? undefined
      : holding('RevocationReason', `urn:etsi:019102:revocationReason:${reason}`),
  );
}

function timeStampObject(
  id: string,
  stamp: TimeStampReport,
  field: string,
  evidence: Evidence,
  objects: ValidationObjects,
): string {
  const own = evidence.signatures.find((signature) => signature.field === stamp.field);
  const report = holding(
    'ValidationReport',
    statusOf(
      indicationWord(stamp.indication),
      subIndicationUri(stamp.subIndication),
      associated(stamp.chain, objects),
    ),
  );
  return objects.timeStamp(id, stamp, field, stamp.kind === 'document' ? own?.cms : undefined, report);
}
