import { ProviderError } from '../errors.ts';

/** What finds an account's key on a token. */
export interface KeyReference {
  /** Label or serial number of the token; the service's own when left out. */
  token?: string;
  /** CKA_LABEL. */
  label?: string;
  /** CKA_ID, lower-case hexadecimal. */
  id?: string;
  /** Whose PIN opens the token: the service's, or the person's, typed with each signature. */
  pin: 'service' | 'person';
}

/** Reads what is stored with the account; throws ProviderError `no_key` for what names no key. */
export function parseKeyReference(value: unknown): KeyReference {
  // Octets are an object, too, with a name for each of them.
  const isRecord = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  const fields: Record<string, unknown> = isRecord ? Object.fromEntries(Object.entries(value)) : {};
  const { token, label, id, pin = 'service' } = fields;
  const named = isName(label) || isId(id);
  const right = (token === undefined || isName(token)) && (label === undefined || isName(label));
  if (!named || !right || (id !== undefined && !isId(id)) || (pin !== 'service' && pin !== 'person'))
    throw new ProviderError('no_key', 'the account names no key on a token');
  if (pin === 'person' && token === undefined)
    throw new ProviderError('no_key', 'a key under a PIN of its own is on a token of its own');
  return {
    ...(isName(token) ? { token } : {}),
    ...(isName(label) ? { label } : {}),
    ...(isId(id) ? { id } : {}),
    pin,
  };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[0-9a-f]{2}){1,255}$/.test(value);
