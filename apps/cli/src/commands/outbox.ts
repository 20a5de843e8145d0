import { letterOrder } from '@websign/server/services/mail/jobs';
import type { KeptJob } from '@websign/server/storage/index';
import { none, readArguments, single } from '../arguments.ts';
import { CliError, EXIT } from '../error.ts';
import { printable } from '../printable.ts';
import { withStorage } from '../storage.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;
const MOST = 1000;

/** Letters and other work that was given up or got no answer: lists it, or puts one away that was seen to. */
export async function run([action, ...args]: string[]): Promise<number> {
  if (action === 'list') return list(args);
  if (action === 'forget') return forget(args);
  throw new CliError('usage', 'outbox does list or forget.');
}

/** What people need of a job; its payload may hold sealed secrets and is not shown. */
function shown({ id, kind, payload, state, reason, attempt, dueAt }: KeptJob) {
  const order = letterOrder.safeParse(payload).data;
  return {
    ...{ id, kind, state, reason, attempt, due: new Date(dueAt).toISOString() },
    letter: order?.letter ?? null,
    accountId: order?.accountId ?? null,
  };
}

async function list(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const jobs = await withStorage((storage) => storage.outbox.kept(MOST));
  for (const job of jobs.map(shown)) {
    const { id, kind, letter, state, due, reason } = job;
    const line = [id, letter ?? kind, state, `due ${due}`, printable(reason ?? '')].join('\t');
    process.stdout.write(`${values.json ? JSON.stringify(job) : line}\n`);
  }
  return EXIT.done;
}

async function forget(args: string[]): Promise<number> {
  const id = single(readArguments(args, {}).positionals, 'ID');
  if (!/^\d{1,15}$/.test(id)) throw new CliError('usage', `"${id}" is no number of outbox list.`);
  const event = { kind: 'outbox_forgotten', detail: { job: Number(id) } };
  const done = await withStorage((storage) => storage.outbox.forget(Number(id), { event }));
  if (!done) throw new CliError('failed', `The outbox keeps no job ${id}.`);
  process.stdout.write(`Job ${id} is put away.\n`);
  return EXIT.done;
}
