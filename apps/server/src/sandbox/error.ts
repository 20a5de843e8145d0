export type SandboxErrorCode =
  /** Too many jobs wait, or this one waited too long. */
  | 'busy'
  /** The job passed its time and its child was killed. */
  | 'timeout'
  /** The child ended: heap, crash, a broken answer. */
  | 'crashed'
  /** The job refused its input; `reason` holds its closed code. */
  | 'refused'
  /** The bytes to be sent could not be read. */
  | 'unreadable'
  | 'closed';

/** What a sandboxed job ends in instead of a result. */
export class SandboxError extends Error {
  override name = 'SandboxError';
  readonly code: SandboxErrorCode;
  /** With `refused`: the code of the engine's error, such as `encrypted`. */
  readonly reason: string | undefined;

  constructor(code: SandboxErrorCode, reason?: string, options?: ErrorOptions) {
    super(reason === undefined ? code : `${code}: ${reason}`, options);
    this.code = code;
    this.reason = reason;
  }
}
