import { type Apart, runHsm, runSigner } from '@websign/server/apart';
import { none, readArguments } from '../arguments.ts';
import { EXIT } from '../error.ts';
import { signalled } from '../signalled.ts';

/** Runs the signer process for a server of another user, until it is told to stop. */
export async function signer(args: string[]): Promise<number> {
  none(readArguments(args, {}).positionals);
  return serve(await runSigner(process.env), 'The signer process');
}

/** Runs the HSM process for a server of another user, until it is told to stop. */
export async function hsm(args: string[]): Promise<number> {
  none(readArguments(args, {}).positionals);
  return serve(await runHsm(process.env), 'The HSM process');
}

async function serve(apart: Apart, title: string): Promise<number> {
  const stopped = signalled();
  process.stderr.write(`${title} listens at ${apart.socket}\nCtrl-C stops it.\n`);
  await stopped;
  await apart.close();
  return EXIT.done;
}
