import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { CACHE, LauncherError, MODULES, tool } from './place.mjs';

/** The oldest major version that runs this project's TypeScript as it is. */
const OLDEST_MAJOR = 24;

/** No signal opens a debugger in a process of ours. */
const PINNED_FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-sigusr1'];

/**
 * Goes on under the pinned Node. Resolves to undefined where this process already is one that will do, else
 * to the exit code of the process that did the work.
 */
export async function underPinnedNode(script, args) {
  const pinned = pinnedVersion();
  const already = process.env.WEBSIGN_RERUN === '1';
  // Ours alone: what this process starts may start a launcher of its own.
  delete process.env.WEBSIGN_RERUN;
  if (process.versions.node === pinned) return undefined;
  if (pinned !== undefined && !already) {
    return run(tool('node'), [...PINNED_FLAGS, script, ...args], {
      // The channel's end tells the child that this process was killed, so that no server stays behind.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // What Node.js compiled is kept: a warm start loads the server in half the time.
      env: { NODE_COMPILE_CACHE: join(CACHE, 'compile'), ...process.env, WEBSIGN_RERUN: '1' },
    });
  }
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return undefined;
  throw new LauncherError(
    `This machine (${process.platform} ${process.arch}) has no pinned Node.js among the dependencies: ` +
      `start with Node.js ${OLDEST_MAJOR} or newer; this is ${process.versions.node}.`,
  );
}

/** The version that the dependencies bring for this machine, if any. */
function pinnedVersion() {
  const manifest = join(MODULES, `node-${process.platform}-${process.arch}`, 'package.json');
  return existsSync(manifest) && existsSync(tool('node'))
    ? JSON.parse(readFileSync(manifest, 'utf8')).version
    : undefined;
}

/** Ends this process in good order when the one that started it is gone. */
export function endWithParent() {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
