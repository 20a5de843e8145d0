import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { DemoAccount } from './demo.ts';

const PERIOD_MS = 30_000;
/** A code of the step before is taken only while it cannot run out on its way to the server. */
const SAFE_MS = 10_000;

const used = new Map<string, number>();
/** Of which device on which server. */
const deviceOf = ({ home = '', totpSecret }: DemoAccount): string => `${home} ${totpSecret}`;

/**
 * The steps of which the codes can be used now, first and last: the server takes the step before, the present and the
 * next one, each once and none before the last one used.
 */
function usableSteps(account: DemoAccount, now: number): [number, number] {
  const present = Math.floor(now / PERIOD_MS);
  const earliest = PERIOD_MS - (now % PERIOD_MS) > SAFE_MS ? present - 1 : present;
  return [Math.max((used.get(deviceOf(account)) ?? 0) + 1, earliest), present + 1];
}

/** Whether a code of this account's device was given out already. */
export const hasUsedCodes = (account: DemoAccount): boolean => used.has(deviceOf(account));

/** A code that this account has not used yet; when all that the server takes are used, this waits for the next. */
export async function freshOtp(account: DemoAccount): Promise<string> {
  const { username, totpSecret } = account;
  for (;;) {
    const now = Date.now();
    const [step, last] = usableSteps(account, now);
    if (step <= last) {
      used.set(deviceOf(account), step);
      return codeAt(username, totpSecret, step);
    }
    await sleep(PERIOD_MS - (now % PERIOD_MS) + 50);
  }
}

/** A code that is certainly wrong now: none of those around the present. */
export function wrongOtp({ username, totpSecret }: DemoAccount): string {
  const present = Math.floor(Date.now() / PERIOD_MS);
  const near = new Set([-2, -1, 0, 1, 2].map((offset) => codeAt(username, totpSecret, present + offset)));
  for (let candidate = 0; ; candidate += 1) {
    const code = String(candidate).padStart(6, '0');
    if (!near.has(code)) return code;
  }
}

/** The code of a time step; 30 seconds each since 1970. */
export const stepOf = (at: number): number => Math.floor(at / PERIOD_MS);

/** The code of the time step `step`, whether the server takes it or not. */
export function otpOf(account: DemoAccount, step: number): string {
  used.set(deviceOf(account), Math.max(step, used.get(deviceOf(account)) ?? 0));
  return codeAt(account.username, account.totpSecret, step);
}

const codeAt = (label: string, secret: string, step: number): string =>
  new TOTP({ label, secret: Secret.fromBase32(secret) }).generate({ timestamp: step * PERIOD_MS });
