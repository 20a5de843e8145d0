import { confinements, missingConfinements } from '@websign/server/sandbox/confinement';
import { buildHelper, HelperError } from '@websign/server/sandbox/helper';
import { buildSnapshot } from '@websign/server/sandbox/snapshot';
import { readArguments } from '../arguments.ts';
import { CliError, EXIT } from '../error.ts';

export async function run(args: string[]): Promise<number> {
  const [action, ...more] = readArguments(args, {}).positionals;
  if (more.length > 0 || (action !== undefined && action !== 'install'))
    throw new CliError('usage', 'sandbox does install, or nothing.');
  if (action === 'install') await install();
  return show();
}

async function install(): Promise<void> {
  try {
    await buildHelper();
  } catch (cause) {
    if (!(cause instanceof HelperError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  } finally {
    await keepSnapshot();
  }
}

/** Without it children start more slowly, and are confined all the same. */
async function keepSnapshot(): Promise<void> {
  try {
    await buildSnapshot();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The snapshot from which children start could not be made:\n${why}\n`);
  }
}

const NAMES: Record<keyof ReturnType<typeof confinements>, string> = {
  files: 'files: none but its own code is read, none is written',
  network: 'network: none',
  processes: 'processes: none is signalled, none is started',
  resources: 'memory: bounded',
  parentDeath: 'end: with the server',
};

/** Fails where something is missing. */
function show(): number {
  const all = Object.entries(confinements()) as [keyof typeof NAMES, boolean][];
  for (const [name, inForce] of all) process.stdout.write(`${inForce ? 'yes' : 'NO '}  ${NAMES[name]}\n`);
  return missingConfinements().length === 0 ? EXIT.done : EXIT.failed;
}
