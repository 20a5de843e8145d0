import { link, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { unnamedPattern } from './unnamed.ts';

const oldMs = 24 * 60 * 60 * 1000;

/** `PID-RUN-RANDOM` for a blob on its way in, with `-SHA256` at the end for one on its way out. */
export interface TemporaryName {
  readonly pid: number;
  readonly run: string;
  readonly sha256: string | undefined;
}

export function temporaryName(run: string, random: string, sha256?: string): string {
  return [process.pid, run, random, ...(sha256 === undefined ? [] : [sha256])].join('-');
}

function parseName(name: string): TemporaryName | undefined {
  const match = /^(\d+)-([0-9a-f]+)-[0-9a-f]+(?:-([0-9a-f]{64}))?$/u.exec(name);
  if (match === null) return undefined;
  const [, pid, run = '', sha256] = match;
  return { pid: Number(pid), run, sha256 };
}

/**
 * Clears what processes that ended in mid-work left behind. A blob that was on its way out goes back: whoever
 * wanted it deleted asks again.
 */
export async function sweepLeftovers(
  folder: string,
  run: string,
  now: number,
  pathOf: (sha256: string) => string,
): Promise<number> {
  let swept = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const parsed = parseName(name);
    if (parsed && !(await isLeft(path, parsed, run, now))) continue;
    if (parsed?.sha256 !== undefined) await putBack(path, pathOf(parsed.sha256));
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
}

/** A process id may have passed to somebody else (in a container it is always 1): after a day age decides. */
async function isLeft(path: string, { pid, run: owner }: TemporaryName, run: string, now: number) {
  if (owner === run) return false;
  return pid === process.pid || !isAlive(pid) || isOld(path, now);
}

async function isOld(path: string, now: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < now - oldMs;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

/** Spools lose their name as they are made; one that kept it is of a process that ended in between. */
export async function sweepSpools(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const parsed = unnamedPattern.exec(name);
    if (parsed === null) continue;
    const [pid, path] = [Number(parsed[1]), join(folder, name)];
    // One of ours that is being made right now does without its name just as well.
    const left = pid === process.pid || !isAlive(pid) || (await isOld(path, Date.now()));
    if (left) await rm(path, { force: true });
  }
}

/** Gives a blob its name again unless it has been stored anew meanwhile. */
export async function putBack(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isErrno(error, 'EEXIST') && !isErrno(error, 'ENOENT')) throw error;
  }
}
