import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock not touched for so long belongs to a process that was killed and whose number another one has by now. */
const STALE_MS = 5 * 60_000;
const TOUCH_MS = 30_000;

/** Runs `work` while no other process of this checkout runs what the same lock guards. */
export async function withLock(file, waiting, work) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!tryCreate(file)) {
    if (isStale(file)) {
      removeStale(file);
      continue;
    }
    if (!told) process.stderr.write(`${waiting}\n`);
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  const touching = setInterval(() => utimesSync(file, new Date(), new Date()), TOUCH_MS);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    process.removeListener('exit', release);
    release();
  }
}

function tryCreate(file) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    const age = Date.now() - statSync(file).mtimeMs;
    // An empty file is one whose owner is between creating it and writing its number.
    if (owner === 0) return age > 5_000;
    return age > STALE_MS || !isAlive(owner);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Moving it away first lets only one of several waiting processes remove it. */
function removeStale(file) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
