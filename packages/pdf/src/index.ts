export { PdfError, type PdfErrorCode } from './errors.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type * from './ports.ts';
export type * from './sign/face.ts';
