import type { Run } from '../commands.ts';
import { CliError } from '../error.ts';
import { add } from './account/add.ts';
import { importTable } from './account/import.ts';
import { list } from './account/list.ts';
import { resetOtp } from './account/reset-otp.ts';
import { end, sessions } from './account/sessions.ts';
import { setOtp } from './account/set-otp.ts';
import { block, show, unblock, unlock } from './account/standing.ts';

const ACTIONS: Readonly<Record<string, Run>> = {
  ...{ add, list, show, unlock, block, unblock, sessions },
  import: importTable,
  'end-sessions': end,
  'reset-otp': resetOtp,
  'set-otp': setOtp,
};

export async function run([action, ...args]: string[]): Promise<number> {
  if (action === undefined)
    throw new CliError('usage', `account does one of: ${Object.keys(ACTIONS).join(', ')}.`);
  const chosen = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (chosen === undefined) throw new CliError('usage', `"${action}" is nothing that account does.`);
  return chosen(args);
}
