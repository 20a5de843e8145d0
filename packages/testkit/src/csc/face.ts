import type { SignatureAlgorithm } from '@websign/pki';
import type { TestIdentity } from '../pki/identity.ts';

/** A key at the simulated service, and what activates it. */
export interface CscSimulatedCredential {
  id: string;
  /** Whose it is, for `credentials/list`. */
  user: string;
  identity: TestIdentity;
  algorithms: readonly SignatureAlgorithm[];
  pin: string;
  /**
   * How the second factor comes: a device's code by this secret (base32), a code that is sent on demand, or an approval
   * elsewhere (HTTP 202).
   */
  second: { totpSecret: string } | 'sent' | 'push';
  scal: 1 | 2;
  /** Most signatures of one activation; 1000 when left out. */
  multisign?: number;
  /** `explicit` when left out; `oauth2code`: at the service's own page alone. */
  mode?: 'explicit' | 'oauth2code';
  enabled?: boolean;
  /** Lists RSA as such, with the digest said apart. */
  plainRsa?: boolean;
}

/**
 * What the service may do wrong: answer late or never, with HTTP 500, 429 or a redirect, do the work and drop the
 * connection, give one value too few, values in another order, a value that is none, an answer that
 * is no JSON or of another shape, far too much, or an error that nobody knows and that repeats what it was sent.
 */
export type CscFaultKind =
  | 'slow'
  | 'hang'
  | 'http_500'
  | 'busy'
  | 'redirect'
  | 'drop'
  | 'count'
  | 'order'
  | 'value'
  | 'malformed'
  | 'shape'
  | 'flood'
  | 'unknown_error';

export interface CscFault {
  kind: CscFaultKind;
  /** Which method suffers it; `signatures/signHash` when left out. */
  method?: string;
  /** How often; always when left out. */
  times?: number;
  /** For `slow`; 2000 when left out. */
  ms?: number;
}

export interface CscSimulatorOptions {
  credentials: readonly CscSimulatedCredential[];
  /** Which API it speaks; 2 when left out. */
  version?: 1 | 2;
  /** Port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** Epoch milliseconds. */
  clock?: () => number;
  client?: { id: string; secret: string };
  /** `oauth2client`, `basic`, `oauth2code`; the first and the last when left out. */
  authType?: readonly string[];
  /** Wrong tries that lock a credential; 5 when left out. */
  failures?: number;
  /** Whether a wrong factor goes unnamed, as v2's table of errors has it. */
  vague?: boolean;
  /** Whether ECDSA values are r and s side by side instead of DER. */
  rawEcdsa?: boolean;
  sadSeconds?: number;
  tokenSeconds?: number;
  /** Polls after which a push is approved; 2 when left out, never by itself with `Infinity`. */
  approveAfter?: number;
  /** Whether an activation can be extended, as it must be between two calls of signHash; true when left out. */
  extend?: boolean;
  /** Whether requests for the page can be left ahead (RFC 9126). */
  pushed?: boolean;
  /** Whether the authorization server is found by its metadata (RFC 8414). */
  discovery?: boolean;
  /** Whether its page answers only requests with an account token (v2 §8.4.1). */
  accountTokens?: boolean;
  /** Credentials on a page of `credentials/list`, in v1; 10 when left out. */
  pageSize?: number;
}

export interface CscSimulator {
  /** Address below which the methods lie: CSC_URL. */
  url: string;
  client: { id: string; secret: string };
  /** What is suffered from now on; null: nothing. */
  fault(fault: CscFault | null): void;
  /** The present code of a credential's device, or the code that was sent last. */
  code(id: string): string;
  /** What the person does about a push that waits, and about all to come. */
  decide(decision: 'approve' | 'deny'): void;
  unlock(id: string): void;
  setEnabled(id: string, enabled: boolean): void;
  /** Activations given for a credential so far. */
  authorized(id: string): number;
  /** Values given so far. */
  signed(id: string): number;
  /** Calls of a method that came in, and the body of the last. */
  calls(method: string): number;
  lastBody(method: string): Readonly<Record<string, unknown>>;
  /** Makes every token of the service invalid. */
  forgetTokens(): void;
  close(): Promise<void>;
}
