import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';

/** In a worker's process: answers each line of standard input, a job, with one line, its outcome. */
export async function answerJobs<Job, Outcome>(work: (job: Job) => Promise<Outcome>): Promise<void> {
  // Node.js writes what it compiled for later processes when one ends, but not when it is killed, as these are.
  flushCompileCache();
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await work(JSON.parse(line) as Job))}\n`);
  }
}

/** A buffer's bytes as the engine takes them. */
export const plain = (buffer: Buffer): Uint8Array =>
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
