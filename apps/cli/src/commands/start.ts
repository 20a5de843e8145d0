import { type RunningServer, startServer } from '@websign/server';
import { none, readArguments } from '../arguments.ts';
import { EXIT } from '../error.ts';
import { signalled } from '../signalled.ts';

const OPTIONS = { demo: { type: 'boolean', default: false } } as const;

/** Runs the server until it is told to stop. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  return values.demo ? demo([]) : serve(await startServer(), 'WebSign');
}

/** Runs the demonstration, which says itself who its signers are. */
export async function demo(args: string[]): Promise<number> {
  none(readArguments(args, {}).positionals);
  // The console is for people here: what merely happens is in the log of production only.
  const environment = { LOG_LEVEL: 'warn', ...process.env };
  const server = await startServer({ demo: true, environment });
  return serve(server, 'WebSign, demonstration (its signatures are not qualified)');
}

async function serve(server: RunningServer, title: string): Promise<number> {
  const stopped = signalled();
  process.stdout.write(`${title}: ${server.url}\nCtrl-C stops it.\n`);
  await stopped;
  process.stderr.write('Finishing what is under way …\n');
  await server.close();
  return EXIT.done;
}
