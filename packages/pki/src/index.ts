export { assembleCms } from './cms/assemble.ts';
export { type DraftInput, draftCms, estimateCmsBytes } from './cms/draft.ts';
export { parseSignedData, type SignedData, type SignerInfo } from './cms/signed-data.ts';
export {
  type SignedContent,
  type SignerFailure,
  type SignerVerdict,
  signedBytes,
  verifySigner,
} from './cms/verify.ts';
export { PkiError, type PkiErrorCode } from './error.ts';
export type * from './face.ts';
export { type PathFailure, type PathInput, type PathVerdict, validatePath } from './path/path.ts';
export type { PkcsPorts } from './pkcs12/ports.ts';
export { type Pkcs12, readPkcs12 } from './pkcs12/read.ts';
export type * from './revocation/face.ts';
export type * from './trust/face.ts';
export { type NamedAnchor, nameHash, operatorAnchor, trustStore } from './trust/store.ts';
export {
  issueTimeStamp,
  rejectTimeStamp,
  type TimeStampAuthority,
  type TimeStampFailInfo,
} from './tsp/authority.ts';
export {
  createTimeStampRequest,
  type MessageImprint,
  type ReceivedRequest,
  readTimeStampRequest,
  type TimeStampRequest,
} from './tsp/request.ts';
export { checkTimeStampResponse, type TimeStamp, type TimeStampTrust } from './tsp/response.ts';
export {
  parseTimeStampToken,
  signatureTimeStamps,
  type TimeStampInfo,
  type TimeStampToken,
  type TimeStampVerdict,
  verifyTimeStampToken,
} from './tsp/token.ts';
export { digestOf } from './x509/algorithms.ts';
export {
  assembleCertificate,
  buildCertificate,
  type CertificateTemplate,
  type ExtensionTemplate,
  keyIdentifier,
  tbsCertificate,
} from './x509/build.ts';
export { type Certificate, parseCertificate } from './x509/certificate.ts';
export type { Extensions, KeyUsage } from './x509/extensions.ts';
export type { AnyDigest } from './x509/identifiers.ts';
export { encodeName, type Name, nameValue } from './x509/name.ts';
export type { PublicKey } from './x509/public-key.ts';
export { usualAlgorithm } from './x509/usual-algorithm.ts';
