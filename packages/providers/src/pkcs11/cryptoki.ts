import { createRequire } from 'node:module';
import { ProviderError } from '../errors.ts';

/** Handles are opaque to us. */
export type Handle = Buffer;

export interface Attribute {
  type: number;
  value?: Buffer | number | boolean;
}

export interface Mechanism {
  mechanism: number;
  parameter?: { type: number; hashAlg: number; mgf: number; saltLen: number };
}

/** The functions of PKCS#11 v2.40 that are used here, as the bridge gives them. */
export interface Cryptoki {
  load(path: string): void;
  C_Initialize(options: { flags: number }): void;
  C_Finalize(): void;
  C_GetInfo(): { manufacturerID: string; libraryDescription: string };
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { label: string; serialNumber: string; model: string; flags: number };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_CloseAllSessions(slot: Handle): void;
  C_GetSessionInfo(session: Handle): { state: number };
  C_Login(session: Handle, user: number, pin: string): void;
  C_Logout(session: Handle): void;
  C_FindObjectsInit(session: Handle, template: Attribute[]): void;
  C_FindObjects(session: Handle, most: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(session: Handle, object: Handle, template: Attribute[]): Attribute[];
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_SignAsync(session: Handle, data: Buffer, out: Buffer): Promise<Buffer>;
}

/** Numbers of the standard (PKCS#11 v2.40, pkcs11t.h). */
export const CK = {
  OS_LOCKING_OK: 0x2,
  SERIAL_SESSION: 0x4,
  TOKEN_INITIALIZED: 0x400,
  USER: 1,
  CLASS: 0x0,
  LABEL: 0x3,
  VALUE: 0x11,
  KEY_TYPE: 0x100,
  ID: 0x102,
  MODULUS: 0x120,
  PUBLIC_EXPONENT: 0x122,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
  CERTIFICATE: 1,
  PUBLIC_KEY: 2,
  PRIVATE_KEY: 3,
  RSA: 0,
  EC: 3,
  RSA_PKCS: 0x1,
  RSA_PKCS_PSS: 0xd,
  ECDSA: 0x1041,
} as const;

/** Loads the bridge, built by `websign pkcs11 install`, and with it the HSM's module. */
export function loadModule(bridge: string, path: string): Cryptoki {
  const { PKCS11 } = createRequire(bridge)(bridge) as { PKCS11: new () => Cryptoki };
  const cryptoki = new PKCS11();
  cryptoki.load(path);
  return cryptoki;
}

/** A module's answer other than CKR_OK by its name in the standard; undefined for any other error. */
export function returned(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'Pkcs11Error') return undefined;
  if (/^CKR_[A-Z0-9_]+$/.test(error.message)) return error.message;
  return 'code' in error && typeof error.code === 'number'
    ? `CKR 0x${error.code.toString(16)}`
    : 'CKR of no name';
}

/** The session, or the login that it lives on, is gone; the token may be well. */
const SESSION_GONE = new Set([
  'CKR_SESSION_HANDLE_INVALID',
  'CKR_SESSION_CLOSED',
  'CKR_USER_NOT_LOGGED_IN',
  'CKR_OPERATION_ACTIVE',
  'CKR_OPERATION_NOT_INITIALIZED',
  'CKR_KEY_HANDLE_INVALID',
  'CKR_OBJECT_HANDLE_INVALID',
]);

/** Nothing can be said of module or token before it is opened anew. */
const DEVICE_GONE = new Set([
  'CKR_CRYPTOKI_NOT_INITIALIZED',
  'CKR_DEVICE_ERROR',
  'CKR_DEVICE_MEMORY',
  'CKR_DEVICE_REMOVED',
  'CKR_FUNCTION_FAILED',
  'CKR_GENERAL_ERROR',
  'CKR_HOST_MEMORY',
  'CKR_SESSION_COUNT',
  'CKR_SLOT_ID_INVALID',
  'CKR_TOKEN_NOT_PRESENT',
  'CKR_TOKEN_NOT_RECOGNIZED',
]);

/** What may bring back a module that failed so: a new session, a new start of it; undefined: neither. */
export function remedy(error: unknown): 'session' | 'module' | undefined {
  const name = returned(error);
  if (name === undefined) return undefined;
  if (SESSION_GONE.has(name)) return 'session';
  return DEVICE_GONE.has(name) ? 'module' : undefined;
}

const WRONG_PIN = new Set(['CKR_PIN_INCORRECT', 'CKR_PIN_INVALID', 'CKR_PIN_LEN_RANGE']);

/** What a person hears of a login that the token refused; undefined where it is none of these. */
export function loginRefusal(error: unknown): ProviderError | undefined {
  const name = returned(error);
  if (name === undefined) return undefined;
  if (WRONG_PIN.has(name)) return new ProviderError('wrong_password', 'the PIN is wrong');
  if (name === 'CKR_PIN_LOCKED') return new ProviderError('token_locked', 'the token has locked its PIN');
  if (name === 'CKR_PIN_EXPIRED' || name === 'CKR_USER_PIN_NOT_INITIALIZED')
    return new ProviderError('token_locked', 'the PIN of the token is to be set first');
  return undefined;
}

/** The module's answer as an error of ours; others are passed on. */
export function asProviderError(error: unknown): unknown {
  const name = returned(error);
  if (name === undefined) return error;
  const code = remedy(error) === undefined ? 'provider_error' : 'unavailable';
  return new ProviderError(code, `the HSM's module answered ${name}`);
}
