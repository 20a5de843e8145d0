import { timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

/** What authenticator apps do (RFC 6238): SHA-1, six digits, 30 seconds. */
const PERIOD_MS = 30_000;
const SHAPE = { algorithm: 'SHA1', digits: 6 } as const;

/** Bytes of a new secret (RFC 4226 §4, R6: 160 bits). */
export const TOTP_SECRET_BYTES = 20;

/** Steps on each side of the present one that are accepted (RFC 6238 §5.2). */
export const TOTP_WINDOW = 1;

/** Steps on each side within which two consecutive codes resynchronise a device. */
export const RESYNC_WINDOW = 10;

/** The time step of an instant in epoch milliseconds. */
export function totpStep(now: number): number {
  return Math.floor(now / PERIOD_MS);
}

export function totpCode(secret: Uint8Array, step: number): string {
  return HOTP.generate({ secret: secretOf(secret), counter: step, ...SHAPE });
}

/** Every step within `window` of `centre` whose code is `otp`, ascending; computes all of them in any case. */
export function matchingSteps(secret: Uint8Array, otp: string, centre: number, window: number): number[] {
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => centre - window + index);
  const given = Buffer.from(otp, 'utf8');
  return steps.filter((step) => {
    const expected = Buffer.from(totpCode(secret, step), 'utf8');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** What the person's device is given, once: the base32 secret and the `otpauth://` URI of the QR code. */
export interface TotpDevice {
  secret: string;
  uri: string;
}

export function totpDevice(secret: Uint8Array, issuer: string, label: string): TotpDevice {
  const totp = new TOTP({ issuer, label, secret: secretOf(secret), period: PERIOD_MS / 1000, ...SHAPE });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** A copy: the library keeps the buffer it is given. */
function secretOf(secret: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
