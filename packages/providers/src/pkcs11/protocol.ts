import type { CallOf } from '../process/protocol.ts';
import type { Authorized } from '../software/protocol.ts';
import type { KeyReference } from './reference.ts';

/** In sentences about it. */
export const NAME = 'the HSM process';

/** Most documents one code signs. */
export const MAX_ITEMS = 1000;
/** Calls under way at once, over all callers; past it the answer is `unavailable`. */
export const MAX_CALLS = 2000;
/** Values that may wait for a session, over all calls. */
export const MAX_WAITING = 20_000;
/** Calls that may wait for one person's token. */
export const MAX_WAITING_FOR_TOKEN = 256;
/** UTF-8 bytes of a PIN. */
export const MAX_PIN = 256;

/** A private key on a token. */
export interface ListedKey {
  label: string;
  /** CKA_ID, lower-case hexadecimal; '' where it has none. */
  id: string;
  /** SubjectPublicKeyInfo, DER; null where the token does not tell. */
  spki: Uint8Array | null;
}

export interface ListedCertificate {
  label: string;
  id: string;
  der: Uint8Array;
}

export interface ListedToken {
  label: string;
  serial: string;
  model: string;
  keys: ListedKey[];
  certificates: ListedCertificate[];
}

export interface Operations {
  /** Values in the order of `items`, by a key on the service's token. */
  sign: { input: { reference: KeyReference; items: Authorized[] }; output: Uint8Array[] };
  /** Values of what `authorize` is answered, by a key on a token that the PIN opens for this call alone. */
  signAsPerson: { input: { reference: KeyReference; pin: Uint8Array }; output: Uint8Array[] };
  /** Every token, with what is on it; keys only of the one that the PIN opens. */
  list: { input: { token: string; pin: Uint8Array | null }; output: ListedToken[] };
  /** Whether the service's token could sign now. */
  health: { input: null; output: null };
  ping: { input: null; output: null };
}

export type Call = CallOf<Operations>;

/** What the process asks in the midst of a call. */
export type Question =
  /** Of the parent, outside of calls: the service's PIN: Uint8Array, or null where the token has refused it before. */
  | 'pin'
  /** Tells that the token refuses it; answered true. */
  | 'pin refused'
  /** Of the caller: the person's PIN is right: what may be signed? Authorized[], or null for nothing. */
  | 'authorize';

export interface Start {
  /** Absolute path of the bridge, and of the HSM's module. */
  bridge: string;
  module: string;
  /** Label or serial number of the service's token; '' where there is none. */
  token: string;
  /** Sessions on it, which sign at once. */
  sessions: number;
  /** A function of the module that takes longer ends the process; milliseconds. */
  operationMs: number;
}
