import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '../../e2e/demo.ts';
import { otpOf, stepOf } from '../../e2e/otp.ts';

const STEP_MS = 30_000;
const used = new Map<string, number>();

/** The code that the device shows now, as a person types it; each once, so that a second try waits for the next. */
export async function presentOtp(account: DemoAccount): Promise<string> {
  const step = Math.max(stepOf(Date.now()), (used.get(account.username) ?? 0) + 1);
  used.set(account.username, step);
  await sleep(Math.max(0, step * STEP_MS - Date.now()));
  return otpOf(account, step);
}
