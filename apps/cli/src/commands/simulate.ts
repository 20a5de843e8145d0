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
  return (await loaded(load)).run(args);
}

/** An installation from a package comes without them: they are for developers, who have the source. */
async function loaded(load: () => Promise<{ run: Run }>): Promise<{ run: Run }> {
  try {
    return await load();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw new CliError(
      'failed',
      'This installation has no simulated providers; run simulate from the source.',
      {
        cause,
      },
    );
  }
}
