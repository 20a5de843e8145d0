import type { Run } from '../commands.ts';
import { CliError } from '../error.ts';

/** Simulated providers: each a server of its own on this machine. */
const PROVIDERS: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  csc: () => import('./simulate/csc.ts'),
  dsa: () => import('./simulate/dsa.ts'),
};

export async function run([provider, ...args]: string[]): Promise<number> {
  const names = Object.keys(PROVIDERS).join(' or ');
  if (provider === undefined) throw new CliError('usage', `simulate starts ${names}.`);
  const load = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (load === undefined)
    throw new CliError('usage', `"${provider}" is no provider that simulate knows; it starts ${names}.`);
  return (await load()).run(args);
}
