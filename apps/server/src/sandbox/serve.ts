import { readSync, writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { encodeFrame, FrameReader } from './frame.ts';
import type { Job } from './job.ts';

const INPUT = 0;
const ANSWERS = 3;
const CHUNK = 64 * 1024;
const LIMITS = { json: 256 * 1024 * 1024, attachments: 512 * 1024 * 1024 } as const;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Jobs = Readonly<Record<string, Job>>;

/** An answer carries the code of a known error and nothing else of it: no message, no stack, no content. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'resource_limit';
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return 'internal';
  return /^[a-z][a-z0-9_]{0,63}$/.test(error.code) ? error.code : 'internal';
}

/** Bounds what this process may take of the processor from now on, in milliseconds; where it can. */
type Bound = (ms: number) => void;

async function perform(jobs: Jobs, message: unknown, bound: Bound | undefined): Promise<unknown> {
  try {
    const { job, input, processorMs } = message as { job: string; input: unknown; processorMs: number };
    bound?.(processorMs);
    const handler = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
    if (!handler) return { reason: 'internal' };
    return { value: (await handler(input)) ?? null };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/**
 * Makes this process, a sandboxed child, take jobs from standard input one at a time, and answer on descriptor 3. A child that
 * can bound its own time of the processor does so for each job, by `bound`; of the others the server watches the time.
 *
 * It waits inside its reads: it has nothing else to do, and Node.js's streams would be loaded and compiled by each copy anew.
 */
export async function serveJobs(jobs: Jobs, bound?: Bound): Promise<never> {
  const reader = new FrameReader(LIMITS);
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  // A job that waits for what never comes has its time as any other; without anything to wait for, Node.js would end.
  setInterval(() => {}, LONGEST_TIMER_MS);
  await send({ ready: true });
  for (;;) {
    const length = readSync(INPUT, buffer);
    if (length === 0) process.exit(0);
    for (const message of reader.push(buffer.subarray(0, length))) {
      await send(await perform(jobs, message, bound));
      // What V8 frees after a job is let go in a turn of the loop.
      await turn();
    }
  }
}

async function send(message: unknown): Promise<void> {
  for await (const chunk of encodeFrame(message)) {
    for (let sent = 0; sent < chunk.length; ) sent += writeSync(ANSWERS, chunk, sent);
  }
}

/** The same jobs, each with its input and its answer in frames as a child has them: for whoever rehearses them. */
export function inFrames<Name extends string>(jobs: Readonly<Record<Name, Job>>): Record<Name, Job> {
  const framed = (job: string) => async (input: unknown) => {
    const asked = await throughFrame({ job, input, processorMs: 0 });
    const answer = await throughFrame(await perform(jobs, asked, undefined));
    const { value, reason } = answer as { value?: unknown; reason?: string };
    if (reason !== undefined) throw new Error(reason);
    return value;
  };
  return Object.fromEntries(Object.keys(jobs).map((job) => [job, framed(job)])) as Record<Name, Job>;
}

async function throughFrame(message: unknown): Promise<unknown> {
  const reader = new FrameReader(LIMITS);
  const messages: unknown[] = [];
  for await (const chunk of encodeFrame(message)) messages.push(...reader.push(chunk));
  return messages[0];
}
