export { assembleCms } from './cms/assemble.ts';
export { certificatesOf } from './cms/certificates-of.ts';
export { type DraftInput, draftCms, estimateCmsBytes } from './cms/draft.ts';
export { embeddedMaterial } from './cms/material.ts';
export { parseSignedData, type SignedData, type SignerInfo, signingTime } from './cms/signed-data.ts';
export {
  checkSignerValue,
  identifySigner,
  readable,
  SIGNER_FAILURES,
  type SignedContent,
  type SignerFailure,
  type SignerIdentity,
  type SignerVerdict,
  signedBytes,
  verifySigner,
} from './cms/verify.ts';
export { PkiError, type PkiErrorCode, type TimeStampFailure } from './error.ts';
export type * from './face.ts';
export { anchorOf, parsedAnchors } from './path/anchors.ts';
export { checkChain } from './path/check.ts';
export {
  type Chain,
  type ChainInput,
  type ChainSearch,
  type CheckOptions,
  PATH_FAILURES,
  type ParsedAnchor,
  type PathFailure,
  type PathProblem,
  type PathVerdict,
  type PolicyOptions,
} from './path/face.ts';
export { type PathInput, validatePath } from './path/path.ts';
export { prospectiveChains, searchChains } from './path/search.ts';
export type { PkcsPorts } from './pkcs12/ports.ts';
export { type Pkcs12, readPkcs12 } from './pkcs12/read.ts';
export type { ListedChain } from './qualified/listed.ts';
export {
  QUALIFICATION_REASONS,
  type QualificationOutcome,
  type QualificationReason,
} from './qualified/outcome.ts';
export {
  type QualificationInput,
  type Qualified,
  qualification,
  timeStampQualification,
} from './qualified/qualification.ts';
export { type RevocationOptions, revocationAnswers } from './revocation/answers.ts';
export { maySignCrls } from './revocation/crl/answer.ts';
export { type CrlTemplate, issueCrl, type NewCrlEntry } from './revocation/crl/issue.ts';
export * from './revocation/face.ts';
export {
  type CertificateStatus,
  issueOcspResponse,
  type OcspResponder,
  refuseOcsp,
} from './revocation/ocsp/issue.ts';
export { ocspRequest, type ReceivedOcspRequest, readOcspRequest } from './revocation/ocsp/request.ts';
export type { OcspFailure } from './revocation/ocsp/response.ts';
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
  isTimeStampingCertificate,
  parseTimeStampToken,
  signatureTimeStamps,
  type TimeStampInfo,
  type TimeStampToken,
  type TimeStampVerdict,
  timeStampTokens,
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
export type {
  NameConstraints,
  NameConstraintsTemplate,
  PolicyConstraints,
  PolicyMapping,
  Subtree,
  SubtreeTemplate,
} from './x509/constraints.ts';
export { type Extensions, KEY_USAGES, type KeyUsage, type QcStatement } from './x509/extensions.ts';
export type { GeneralName, GeneralNameTemplate } from './x509/general-name.ts';
export { isBrokenDigest, type SignatureMethod } from './x509/identifiers.ts';
export { encodeName, type Name, nameValue } from './x509/name.ts';
export { nameKey, sameName } from './x509/name-match.ts';
export { keyMakes, keySize, type PublicKey, requireKeyFor, rsaPublicKey } from './x509/public-key.ts';
export { usualAlgorithm } from './x509/usual-algorithm.ts';
