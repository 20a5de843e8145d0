import { Socket } from 'node:net';
import { encodeFrame, FrameReader } from './frame.ts';
import type { Job } from './job.ts';

/** An answer carries the code of a known error and nothing else of it: no message, no stack, no content. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'resource_limit';
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return 'internal';
  return /^[a-z][a-z0-9_]{0,63}$/.test(error.code) ? error.code : 'internal';
}

/** Bounds what this process may take of the processor from now on, in milliseconds; where it can. */
type Bound = (ms: number) => void;

async function perform(
  jobs: Readonly<Record<string, Job>>,
  message: unknown,
  bound: Bound | undefined,
): Promise<unknown> {
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
 */
export function serveJobs(jobs: Readonly<Record<string, Job>>, bound?: Bound): void {
  const out = new Socket({ fd: 3, readable: false, writable: true });
  const send = async (message: unknown) => {
    for await (const chunk of encodeFrame(message)) out.write(chunk);
  };
  const reader = new FrameReader({ json: 256 * 1024 * 1024, attachments: 512 * 1024 * 1024 });
  process.stdin.on('data', (chunk: Buffer) => {
    for (const message of reader.push(chunk)) void perform(jobs, message, bound).then(send);
  });
  process.stdin.on('end', () => process.exit(0));
  void send({ ready: true });
}
