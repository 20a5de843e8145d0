export { copyDocument } from './copy/copy.ts';
export type * from './copy/face.ts';
export { copyWithFont } from './copy/lettering.ts';
export { PdfError, type PdfErrorCode } from './errors.ts';
export type { Finding, FindingKind } from './inspect/finding.ts';
export { type Inspection, inspect } from './inspect/inspect.ts';
export { occupancyOf } from './inspect/occupancy/occupancy.ts';
export type { Occupancy } from './inspect/occupancy/page.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type * from './ports.ts';
export type * from './report/face.ts';
export { writeReport } from './report/write.ts';
export type { ByteRangeProblem, Coverage } from './revisions/byterange.ts';
export type * from './revisions/changes/face.ts';
export { laterChangesOf } from './revisions/changes/later.ts';
export { RULES as CHANGE_RULES } from './revisions/changes/levels.ts';
export { CHANGE_REASONS } from './revisions/changes/reasons.ts';
export { type Claims, claimsOf } from './revisions/claims.ts';
export { type FormField, formFields } from './revisions/form.ts';
export { type Box, type Page, pageAt, pages } from './revisions/pages.ts';
export {
  type FieldLock,
  isLocked,
  type Permission,
  type Permissions,
  readPermissions,
} from './revisions/permissions.ts';
export { atRevision, type Revision, revisions } from './revisions/revisions.ts';
export { type SignatureFacts, type SignatureField, signatureFields } from './revisions/signatures.ts';
export { type SecurityStore, type StoredObject, securityStore } from './revisions/store.ts';
export { keepsWhenSeen } from './sign/accessible.ts';
export { shownSize } from './sign/appearance/index.ts';
export { MATERIAL_LIMITS, prepareDss } from './sign/dss.ts';
export { embed } from './sign/embed.ts';
export type * from './sign/face.ts';
export { type ForeseenStamp, foreseeStamp } from './sign/foresee.ts';
export { prepareDocTimeStamp, prepareSignature } from './sign/prepare.ts';
export { type Protection, protectionOf } from './sign/protection.ts';
export { isCopyingPermitted, type Permitted, permittedBy } from './sign/restrictions.ts';
export type { EncryptionFacts } from './syntax/encryption/index.ts';
export { openPdf, reopen } from './syntax/open.ts';
export { Pdf } from './syntax/pdf.ts';
export type * from './syntax/values.ts';
