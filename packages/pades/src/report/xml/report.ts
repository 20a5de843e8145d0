import type { PkiPorts } from '@websign/pki';
import type { Evidence } from '../../evidence/face.ts';
import type { SignatureReport, Validation } from '../face.ts';
import { element, holding, type Xml } from './element.ts';
import { ValidationObjects } from './objects.ts';
import { signatureReport, statusOf } from './signature.ts';

/** A file that was validated, or why it could not be: a code. */
export type ReportSubject = { sha256: string } & (
  | { evidence: Evidence; validation: Validation }
  | { code: string }
);

/** Of ETSI TS 119 102-2 V1.4.1, Annex B. */
const NAMESPACES = {
  xmlns: 'http://uri.etsi.org/19102/v1.4.1#',
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
};

/**
 * The validation report of ETSI TS 119 102-2 on all signatures of some files: a SignatureValidationReport for each
 * signature, document time-stamps included, and one that says so for a file without any. `at` is the moment of the
 * validation, milliseconds since 1970.
 */
export function validationReportXml(
  subjects: readonly ReportSubject[],
  at: number,
  ports: Pick<PkiPorts, 'digest'>,
): string {
  const objects = new ValidationObjects(ports);
  const reports = subjects.flatMap((subject, file) => reportsOf(subject, file, at, objects));
  const report = element('ValidationReport', NAMESPACES, reports, objects.list());
  return `<?xml version="1.0" encoding="UTF-8"?>\n${report.xml}\n`;
}

function reportsOf(subject: ReportSubject, file: number, at: number, objects: ValidationObjects): Xml[] {
  const document = objects.document(file, subject.sha256, at);
  if ('code' in subject) return [withoutSignature(document, subject.code)];
  const { evidence, validation } = subject;
  objects.know(evidence, validation, file);
  if (validation.signatures.length === 0) return [withoutSignature(document, 'no-signature')];
  return validation.signatures.map((report: SignatureReport, at: number) =>
    signatureReport({ report, evidence, validation, document, file, number: at }, objects),
  );
}

/** EN 319 102-1 has no indication for what is not signed or cannot be read. */
const withoutSignature = (document: string, code: string): Xml =>
  holding(
    'SignatureValidationReport',
    holding('SignersDocument', element('SignersDocumentRepresentation', { VOReference: document })),
    statusOf('indeterminate', `urn:x-websign:subindication:${code}`),
  );
