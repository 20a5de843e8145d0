import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError } from './error.ts';

/** A signer of the demonstration, as it keeps them in its data folder. The secret is base32. */
export interface DemoAccount {
  username: string;
  password: string;
  totpSecret: string;
}

/** The folder that the environment names for the server's data. */
export const dataFolder = (): string => resolve(process.env.WEBSIGN_DATA || './data');

/** Reads the demonstration's signers; outside a demonstration there are none. */
export async function demoAccounts(folder: string): Promise<DemoAccount[]> {
  let text: string;
  try {
    text = await readFile(join(folder, 'demo-accounts.json'), 'utf8');
  } catch (cause) {
    throw new CliError('failed', `There is no demonstration in ${folder}; npm start makes one.`, { cause });
  }
  const accounts: unknown = JSON.parse(text);
  if (!Array.isArray(accounts) || !accounts.every(isDemoAccount)) {
    throw new CliError('failed', `${join(folder, 'demo-accounts.json')} is damaged.`);
  }
  return accounts;
}

function isDemoAccount(value: unknown): value is DemoAccount {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['username', 'password', 'totpSecret'].every(
      (key) => typeof Object.getOwnPropertyDescriptor(value, key)?.value === 'string',
    )
  );
}
