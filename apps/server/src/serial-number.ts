import { randomBytes } from 'node:crypto';

/** For a certificate or a time-stamp, unique by chance: 127 random bits, positive, always 16 octets. */
export function serialNumber(): Uint8Array {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}
