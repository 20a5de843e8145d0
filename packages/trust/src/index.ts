export { TrustError, type TrustErrorCode } from './error.ts';
export {
  LEFT_OUT_REASONS,
  type LeftOutReason,
  type ListExpectation,
  type ListKind,
  type ListPointer,
  type TrustedList,
} from './list/face.ts';
export { readPivots, readTrustedList } from './list/read.ts';
