export { TrustError, type TrustErrorCode } from './error.ts';
