export { assembleCms } from './cms/assemble.ts';
export { type DraftInput, draftCms, estimateCmsBytes } from './cms/draft.ts';
export { PkiError, type PkiErrorCode } from './error.ts';
export type * from './face.ts';
export {
  assembleCertificate,
  buildCertificate,
  type CertificateTemplate,
  type ExtensionTemplate,
  keyIdentifier,
  tbsCertificate,
} from './x509/build.ts';
export { type Certificate, parseCertificate } from './x509/certificate.ts';
export { encodeName, type Name, nameValue } from './x509/name.ts';
