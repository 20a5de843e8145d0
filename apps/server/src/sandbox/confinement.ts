import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How much a child may use. */
export interface ChildLimits {
  /** V8's old space, MiB. */
  heapMiB: number;
  /** RLIMIT_DATA, MiB: bounds Buffers and WebAssembly too; below about 560 Node does not start. */
  dataMiB: number;
}

const find = (name: string) =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((dir) => `${dir}/${name}`).find((path) => existsSync(path));

const works = (command: readonly string[]) => {
  const [file, ...args] = command;
  if (file === undefined) return false;
  return spawnSync(file, [...args, '/bin/sh', '-c', ':'], { env: {}, stdio: 'ignore' }).status === 0;
};

/** The first of `candidates` that runs on this system, or nothing. */
const firstThatWorks = (candidates: (readonly string[])[]) => candidates.find(works) ?? [];

let probed: { death: readonly string[]; network: readonly string[]; prlimit: string | undefined } | undefined;

/** What this system offers, found out once: an end with the parent, a network namespace, resource limits. */
function probe() {
  if (probed) return probed;
  const setpriv = find('setpriv');
  const unshare = find('unshare');
  const prlimit = find('prlimit');
  probed = {
    death: setpriv
      ? firstThatWorks([
          [setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'],
          [setpriv, '--no-new-privs', '--'],
        ])
      : [],
    network: unshare
      ? firstThatWorks([
          [unshare, '--net', '--'],
          [unshare, '--user', '--net', '--'],
        ])
      : [],
    prlimit: prlimit && works([prlimit, '--data=943718400', '--core=0', '--']) ? prlimit : undefined,
  };
  return probed;
}

/** The confinements in force, for logs and the metrics page. */
export function confinements(): { parentDeath: boolean; network: boolean; resources: boolean } {
  const { death, network, prlimit } = probe();
  return { parentDeath: death.length > 0, network: network.length > 0, resources: prlimit !== undefined };
}

/** The command line of a confined child that runs `script` and may read only `readable`. */
export function confinedCommand(script: string, readable: string[], limits: ChildLimits): [string, string[]] {
  const { death, network, prlimit } = probe();
  const resources = prlimit
    ? [prlimit, `--data=${limits.dataMiB * 1024 * 1024}`, '--core=0', '--']
    : ([] as string[]);
  const [file, ...rest] = [
    ...death,
    ...network,
    ...resources,
    process.execPath,
    '--permission',
    '--disable-sigusr1',
    // The permission model does not reach what SQLite itself opens: any file of this user, the database among them.
    '--no-experimental-sqlite',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${limits.heapMiB}`,
    '--no-warnings',
    script,
  ];
  return [file ?? process.execPath, rest];
}
