import {
  blockAccount,
  showAccount,
  unblockAccount,
  unlockAccount,
} from '@websign/server/services/operators/accounts';
import type { OperatorTools } from '@websign/server/services/operators/tools';
import { readArguments, single } from '../../arguments.ts';
import { EXIT } from '../../error.ts';
import { withDesk } from '../../operator.ts';
import { accountLine } from './list.ts';

/** A command about one account that ends with a sentence. */
const about =
  (act: (tools: OperatorTools, username: string) => Promise<void>, sentence: string) =>
  async (args: string[]): Promise<number> => {
    const username = single(readArguments(args, {}).positionals, 'USERNAME');
    await withDesk((desk) => act(desk, username));
    process.stdout.write(`${username} ${sentence}\n`);
    return EXIT.done;
  };

/** Clears the counts of failed attempts of one account (SES-5). */
export const unlock = about(unlockAccount, 'may try again.');
/** Until it is unblocked; its sessions end. */
export const block = about(blockAccount, 'is blocked, and signed out everywhere.');
export const unblock = about(unblockAccount, 'may sign in again.');

const SHOW = { json: { type: 'boolean', default: false } } as const;

/** What is known of one account. */
export async function show(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, SHOW);
  const username = single(positionals, 'USERNAME');
  const account = await withDesk((desk) => showAccount(desk, username));
  if (values.json) {
    process.stdout.write(`${JSON.stringify(account)}\n`);
    return EXIT.done;
  }
  const { email, phone, subjectSerial, certificateSerial, provider, otpMethod, createdAt } = account;
  const { lastSignIn, loginLockedUntil, otpResetAt, sessions } = account;
  const facts: [string, string | null][] = [
    ['e-mail', email],
    ['telephone', phone || null],
    ['subject serial', subjectSerial],
    ['certificate serial', certificateSerial],
    ['key', provider],
    ['one-time codes', otpMethod],
    ['added', createdAt],
    ['last sign-in', lastSignIn ?? 'never'],
    ['sign-in locked until', loginLockedUntil],
    ['new OTP secret takes effect', otpResetAt],
    ['live sessions', String(sessions)],
  ];
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : [`  ${label}: ${value}`]));
  process.stdout.write(`${[accountLine(account), ...lines].join('\n')}\n`);
  return EXIT.done;
}
