import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/** One byte rather than none: only that also keeps a core from a handler that the kernel pipes it to (core(5)). */
const NO_CORE = [
  ['prlimit', '--core=1:1', '--'],
  ['sh', '-c', 'ulimit -c 0 && exec "$0" "$@"'],
];
const PRIVILEGES = [
  ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
  ['setpriv', '--no-new-privs', '--'],
];
const NETWORK = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--net', '--'],
];

const found = new Map<string[][], string[]>();

/**
 * What this system offers to put before a process's command: no new privileges, an end with the parent, no core
 * dumps, and, unless it needs the network, a network namespace with nothing in it. What is missing is left out.
 */
export function confinement({ network }: { network: boolean }): string[] {
  return (network ? [PRIVILEGES, NO_CORE] : [NETWORK, PRIVILEGES, NO_CORE]).flatMap(offered);
}

/** Tried once. */
function offered(candidates: string[][]): string[] {
  const known = found.get(candidates) ?? candidates.map(absolute).find(works) ?? [];
  found.set(candidates, known);
  return known;
}

/** The process has no PATH to look tools up by. */
function absolute([name = '', ...args]: string[]): string[] {
  const path = FOLDERS.map((folder) => `${folder}/${name}`).find((candidate) => existsSync(candidate));
  return [path ?? name, ...args];
}

function works([file = '', ...args]: string[]): boolean {
  const run = spawnSync(file, [...args, '/bin/sh', '-c', ':'], { env: {}, stdio: 'ignore', timeout: 5000 });
  return run.status === 0;
}
