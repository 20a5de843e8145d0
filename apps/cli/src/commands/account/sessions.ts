import { endSessions, listSessions } from '@websign/server/services/operators/sessions';
import { readArguments, single } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { withDesk } from '../../operator.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;
const MOST = 1000;

/** Live sessions of one account or of all, the latest first; never their ids. */
export async function sessions(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [username, another] = positionals;
  if (another !== undefined)
    throw new CliError('usage', `One USERNAME is enough; "${another}" is one too many.`);
  const { sessions: live, total } = await withDesk((desk) =>
    listSessions(desk, { username, limit: MOST, offset: 0 }),
  );
  for (const session of live) {
    const { username: whose, since, usedAt, endsAt } = session;
    const line = [whose, `since ${since}`, `used ${usedAt}`, `ends ${endsAt}`].join('\t');
    process.stdout.write(`${values.json ? JSON.stringify(session) : line}\n`);
  }
  if (total > live.length && !values.json) process.stdout.write(`… and ${total - live.length} more\n`);
  return EXIT.done;
}

/** Signs an account out everywhere. */
export async function end(args: string[]): Promise<number> {
  const username = single(readArguments(args, {}).positionals, 'USERNAME');
  const ended = await withDesk((desk) => endSessions(desk, username));
  process.stdout.write(`${username}: ${ended} sessions ended.\n`);
  return EXIT.done;
}
