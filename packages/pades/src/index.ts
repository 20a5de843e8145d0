export { PadesError, type PadesErrorCode } from './error.ts';
export { EVIDENCE_LIMITS, evidence } from './evidence/evidence.ts';
export type * from './evidence/face.ts';
export * from './report/face.ts';
export { changesAfter, remarksOf, verdictOf } from './report/verdict.ts';
export { type ReportSubject, validationReportXml } from './report/xml/report.ts';
export { renewing } from './sign/early.ts';
export { type Addition, type AdditionWish, prepareAddition } from './sign/prepare.ts';
export { type RaiseCalls, type Raised, type RaiseOptions, type RaiseStep, raise } from './sign/raise.ts';
export {
  draftSignature,
  finishSignature,
  type SignedDocument,
  type SigningIdentity,
  type Stamp,
  signingItem,
} from './sign/sign.ts';
export type { Grounds } from './validate/face.ts';
export { type Gathering, gather } from './validate/gather.ts';
export { INQUIRY_LIMITS } from './validate/inquiry.ts';
export { POOL_LIMITS } from './validate/pool.ts';
export type { ValidationReason } from './validate/reasons.ts';
export { type Standing, type StandingInput, standingOf } from './validate/standing.ts';
export { validate } from './validate/validate.ts';
