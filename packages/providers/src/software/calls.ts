import { ProviderError } from '../errors.ts';
import { type Call, MAX_DER, MAX_ITEMS, MAX_PASSWORD, MAX_SIGNED_ATTRIBUTES } from './protocol.ts';
import { parseSealedAccount } from './sealed.ts';
import type { SentChallenge } from './sent-code.ts';

const ASKED_WITHOUT: ReadonlySet<string> = new Set(['sessionKeys', 'versions', 'ping']);

/** Checks a call's sizes and shapes before any work; throws `bad_request`, `too_many_items` or `sealed_row`. */
export function checkCall({ op, input }: Call): void {
  if (input === null) {
    if (!ASKED_WITHOUT.has(op)) throw new ProviderError('bad_request', `${op} needs an input`);
    return;
  }
  if ('sealed' in input && input.sealed !== null) parseSealedAccount(input.sealed);
  if ('password' in input && input.password !== null) bytes(input.password, 1, MAX_PASSWORD, 'password');
  if ('newPassword' in input) bytes(input.newPassword, 1, MAX_PASSWORD, 'new password');
  if ('account' in input) text(input.account, 'account', /^[\x21-\x7e]{1,128}$/);
  if ('label' in input) {
    text(input.label, 'label', /^[^:]{1,128}$/);
    text(input.issuer, 'issuer', /^[^:]{1,128}$/);
  }
  if ('method' in input) text(input.method, 'method', /^(?:device|sent)$/);
  if ('certificate' in input && input.certificate !== null)
    bytes(input.certificate, 1, MAX_DER, 'certificate');
  if ('scope' in input) text(input.scope, 'scope', /^(?:session|anonymous)$/);
  if (op === 'enrol') text(input.key, 'key', /^(?:ec-p256|ec-p384|rsa-3072)$/);
  if (op === 'enrol') bytes(input.subject, 2, MAX_DER, 'subject');
  if (op === 'importKey') bytes(input.pkcs8, 1, MAX_DER, 'private key');
  if ('items' in input) checkItems(input.items);
  if ('otp' in input) text(input.otp, 'otp', /^.{0,64}$/s);
  if ('sent' in input && input.sent) checkSent(input.sent);
  if (op === 'resyncOtp') for (const otp of [input.otp1, input.otp2]) text(otp, 'otp', /^.{0,64}$/s);
}

/** Overwrites the secrets that came with a call, whatever it is; to be done when it was answered. */
export function wipeCall({ input }: Call): void {
  if (input === null) return;
  for (const name of ['password', 'newPassword', 'pkcs8']) {
    const secret: unknown = Reflect.get(input, name);
    if (secret instanceof Uint8Array) secret.fill(0);
  }
}

function checkItems(items: Extract<Call, { op: 'sign' }>['input']['items']): void {
  if (items.length > MAX_ITEMS)
    throw new ProviderError('too_many_items', `one OTP signs at most ${MAX_ITEMS} documents`);
  if (items.length === 0) throw new ProviderError('bad_request', 'nothing to sign');
  for (const item of items) {
    bytes(item.signedAttributes, 1, MAX_SIGNED_ATTRIBUTES, 'signed attributes');
    bytes(item.digest, 32, 64, 'digest');
  }
}

function checkSent({ challenge, expiresAt }: SentChallenge): void {
  text(challenge, 'challenge', /^[0-9a-f]{32}$/);
  if (!Number.isSafeInteger(expiresAt)) throw new ProviderError('bad_request', 'a code has an end');
}

function bytes(value: Uint8Array, least: number, most: number, name: string): void {
  if (!(value instanceof Uint8Array) || value.length < least || value.length > most)
    throw new ProviderError('bad_request', `${name}: ${least} to ${most} bytes`);
}

function text(value: string, name: string, shape: RegExp): void {
  if (typeof value !== 'string' || !shape.test(value))
    throw new ProviderError('bad_request', `${name} is not of the agreed form`);
}
