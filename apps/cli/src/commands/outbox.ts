import { forgetJob, keptJobs, retryJob } from '@websign/server/services/operators/queue';
import type { OperatorTools } from '@websign/server/services/operators/tools';
import { none, readArguments, single } from '../arguments.ts';
import { CliError, EXIT } from '../error.ts';
import { withDesk } from '../operator.ts';
import { printable } from '../printable.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Letters and other work that was given up or got no answer: lists it, has it done again, or puts it away. */
export async function run([action, ...args]: string[]): Promise<number> {
  if (action === 'list') return list(args);
  if (action === 'retry') return settle(args, retryJob, 'waits again');
  if (action === 'forget') return settle(args, forgetJob, 'is put away');
  throw new CliError('usage', 'outbox does list, retry or forget.');
}

async function list(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  for (const job of await withDesk(keptJobs)) {
    const { id, kind, letter, state, due, reason } = job;
    const line = [id, letter ?? kind, state, `due ${due}`, printable(reason ?? '')].join('\t');
    process.stdout.write(`${values.json ? JSON.stringify(job) : line}\n`);
  }
  return EXIT.done;
}

async function settle(
  args: string[],
  act: (tools: OperatorTools, id: number) => Promise<void>,
  what: string,
): Promise<number> {
  const id = single(readArguments(args, {}).positionals, 'ID');
  if (!/^\d{1,15}$/.test(id)) throw new CliError('usage', `"${id}" is no number of outbox list.`);
  await withDesk((desk) => act(desk, Number(id)));
  process.stdout.write(`Job ${id} ${what}.\n`);
  return EXIT.done;
}
