import type { Run } from '../commands.ts';
import { CliError } from '../error.ts';
import { add } from './account/add.ts';
import { list } from './account/list.ts';
import { resetOtp } from './account/reset-otp.ts';
import { unlock } from './account/unlock.ts';

const ACTIONS: Readonly<Record<string, Run>> = { add, list, unlock, 'reset-otp': resetOtp };

export async function run([action, ...args]: string[]): Promise<number> {
  if (action === undefined) throw new CliError('usage', 'account does add, list, unlock or reset-otp.');
  const chosen = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (chosen === undefined) throw new CliError('usage', `"${action}" is nothing that account does.`);
  return chosen(args);
}
