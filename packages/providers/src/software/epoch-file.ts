import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ProviderError } from '../errors.ts';
import { lineOf, parseEpochs } from './epochs.ts';

/**
 * Makes the ledger's file ready for a process that is about to start: there, whole, and one line an account. The
 * process itself can append, and nothing else. Throws ProviderError `unavailable` with why not.
 */
export function prepareEpochFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const text = readIfThere(file);
    const packed = [...parseEpochs(text ?? '')].map(([account, used]) => lineOf(account, used)).join('');
    if (packed !== text) replace(file, packed);
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('unavailable', `the ledger of epochs, ${file}, cannot be kept`, { cause });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Beside it, synced, and renamed over it: after a crash the old file is there or the new one. */
function replace(file: string, text: string): void {
  const beside = `${file}.new`;
  rmSync(beside, { force: true });
  const descriptor = openSync(beside, 'wx', 0o600);
  try {
    writeSync(descriptor, text, null, 'latin1');
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
