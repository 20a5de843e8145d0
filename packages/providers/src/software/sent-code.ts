import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConsumeStep } from './factors.ts';

/** What a code that is sent to the person is made from, together with the account's sealed secret. */
export interface SentChallenge {
  /** 128 random bits, lower-case hexadecimal. */
  challenge: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A code to check: one of the person's device, or one that was sent. */
export interface Otp {
  otp: string;
  /** Epoch ms; read only by a process that was started with `clock: 'caller'`. */
  now: number;
  /** Left out for codes of a device; null where codes are sent and none is open. */
  sent?: SentChallenge | null;
}

/** What the database knows of codes. */
export interface CodeAccounts {
  /** `UPDATE … SET totp_last = step WHERE id = account AND totp_last < step`: true if this call wrote it. */
  consumeStep(account: string, step: number): Promise<boolean>;
  /** The open code of an account whose codes are sent, null where none is; undefined for codes of a device. */
  sent?(account: string): Promise<SentChallenge | null | undefined>;
  /** True for one caller, and only while that code is open. */
  spendSent?(account: string, challenge: string): Promise<boolean>;
}

/** What goes with an account's code to the signer process, and what takes it in the database. */
export async function otpSource(
  accounts: CodeAccounts,
  account: string,
): Promise<{ sent: Pick<Otp, 'sent'>; consume: ConsumeStep }> {
  const sent = await accounts.sent?.(account);
  if (sent === undefined) return { sent: {}, consume: (id, step) => accounts.consumeStep(id, step) };
  return {
    sent: { sent },
    consume: async (id) =>
      sent !== null && id === account && (await accounts.spendSent?.(id, sent.challenge)) === true,
  };
}

const DIGITS = 6;
/** By which the clocks of servers may differ; the database, whose clock they share, is exact. */
const TOLERANCE_MS = 60_000;

/** The code of six digits: RFC 4226's truncation of an HMAC over the challenge, for this device record only. */
export function sentCode(
  secret: Uint8Array,
  device: string,
  { challenge, expiresAt }: SentChallenge,
): string {
  const hmac = createHmac('sha256', secret);
  const mac = hmac.update(`websign sent code 1\0${device}\0${challenge}\0${expiresAt}`).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Whether `otp` is the open code; computes it in any case. */
export function isSentCode(
  secret: Uint8Array,
  device: string,
  otp: string,
  sent: SentChallenge,
  now: number,
): boolean {
  const expected = Buffer.from(sentCode(secret, device, sent), 'utf8');
  const given = Buffer.from(otp, 'utf8');
  const open = now < sent.expiresAt + TOLERANCE_MS;
  return given.length === expected.length && timingSafeEqual(given, expected) && open;
}
