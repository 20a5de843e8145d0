import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Characters of an error output that are kept. */
const LONGEST_COMPLAINT = 2000;

/**
 * Starts a program without environment; detached, so that Ctrl-C in a terminal reaches the server alone, which finishes
 * what is under way. Throws where the system has no descriptors for it.
 */
export function start([file, args]: [string, string[]], stdio: SpawnOptions['stdio']): ChildProcess {
  return spawn(file, args, { env: {}, cwd: '/', stdio, detached: true });
}

/** Reads an error output; gives what was written to it so far. */
export function listenToErrors(errors: Readable): () => string {
  let complaint = '';
  errors.on('data', (chunk: Buffer) => {
    if (complaint.length < LONGEST_COMPLAINT) complaint += chunk.toString('latin1');
  });
  return () => complaint;
}
