import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { HELPER, helperFacts } from './helper.ts';

/** How much a child may use. */
export interface ChildLimits {
  /** V8's old space, MiB. */
  heapMiB: number;
  /** RLIMIT_DATA, MiB: bounds Buffers and WebAssembly too; below about 560 Node does not start. */
  dataMiB: number;
}

/** What the operating system keeps a child from, whatever code runs in it. */
export interface Confinements {
  /** Files: none is read but the child's code and fonts, none is written. */
  files: boolean;
  network: boolean;
  /** Other processes: none is signalled or traced. */
  processes: boolean;
  /** Memory and core files are bounded. */
  resources: boolean;
  /** A child ends with the server. */
  parentDeath: boolean;
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

/** What stands before a child's command, and what that does. */
interface Means extends Confinements {
  before(readable: readonly string[], limits: ChildLimits, own?: readonly string[]): string[];
}

let found: Means | undefined;

/** Found out once: our own helper, or where it was not built, or has no Landlock, the tools of util-linux. */
function means(): Means {
  found ??= byHelper() ?? byTools();
  return found;
}

function byHelper(): Means | undefined {
  if (helperFacts() === undefined) return undefined;
  const all = { files: true, network: true, processes: true, resources: true, parentDeath: true };
  return {
    ...all,
    before: (readable, { dataMiB }, own = []) => [
      HELPER,
      ...readable.flatMap((folder) => ['--read', folder]),
      ...['--execute', process.execPath, '--data', String(dataMiB * 1024 * 1024), ...own, '--'],
    ],
  };
}

function byTools(): Means {
  const setpriv = find('setpriv');
  const unshare = find('unshare');
  const prlimit = find('prlimit');
  const death = setpriv
    ? firstThatWorks([
        [setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'],
        [setpriv, '--no-new-privs', '--'],
      ])
    : [];
  const network = unshare
    ? firstThatWorks([
        [unshare, '--net', '--'],
        [unshare, '--user', '--net', '--'],
      ])
    : [];
  const bounded = prlimit !== undefined && works([prlimit, '--data=943718400', '--core=0', '--']);
  return {
    files: false,
    network: network.length > 0,
    processes: false,
    resources: bounded,
    parentDeath: death.includes('--pdeathsig'),
    before: (_, { dataMiB }) => [
      ...death,
      ...network,
      ...(bounded ? [prlimit, `--data=${dataMiB * 1024 * 1024}`, '--core=0', '--'] : []),
    ],
  };
}

/** The confinements in force, for logs, the doctor and `/readyz`. */
export function confinements(): Confinements {
  const { before: _, ...confined } = means();
  return confined;
}

/** What is missing where children are not confined in full. */
export const missingConfinements = (): (keyof Confinements)[] =>
  (Object.entries(confinements()) as [keyof Confinements, boolean][])
    .filter(([, inForce]) => !inForce)
    .map(([name]) => name);

/** What a child runs. */
export interface ChildProgram {
  /** Path of the program that serves the jobs. */
  program: string;
  /** Folders the child may read: its code. */
  readable: string[];
  /** Path of a snapshot from which it starts instead, where there is one. */
  snapshot?: string | undefined;
}

/** The command line of a confined child. */
export function confinedCommand(
  { program, readable, snapshot }: ChildProgram,
  limits: ChildLimits,
): [string, string[]] {
  const [file, ...rest] = [
    ...means().before(readable, limits),
    process.execPath,
    ...flagsOf(readable, limits),
    ...(snapshot === undefined ? [program] : [`--snapshot-blob=${snapshot}`]),
  ];
  return [file ?? process.execPath, rest];
}

/** The command line of a template, whose copies are confined as other children are; `addon` makes it one. Needs the helper. */
export function templateCommand(
  { program, readable }: ChildProgram,
  limits: ChildLimits,
  addon: string,
): [string, string[]] {
  const folders = [...readable, addon];
  const [file, ...rest] = [
    ...means().before(folders, limits, ['--template', 'yes']),
    process.execPath,
    ...flagsOf(folders, limits),
    '--allow-addons',
    // A copy has one thread, whatever the template has: V8 must not wait for others.
    '--single-threaded',
    '--v8-pool-size=0',
    // A copy would have its whole heap, which is shared memory until it is written to, swept as soon as it waits once.
    '--no-memory-reducer',
    // For the one sweep before the first copy (copies.ts), which must leave what was compiled.
    '--expose-gc',
    '--no-flush-bytecode',
    program,
    addon,
  ];
  return [file ?? process.execPath, rest];
}

function flagsOf(readable: readonly string[], limits: ChildLimits): string[] {
  return [
    // A second wall, of Node.js's own.
    '--permission',
    '--disable-sigusr1',
    // The permission model does not reach what SQLite itself opens: any file of this user, the database among them.
    '--no-experimental-sqlite',
    // Nor what V8 writes where its flags tell it to.
    ...V8_FLAGS,
    // Files of the machine's configuration are not the child's to read.
    '--openssl-config=/dev/null',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${limits.heapMiB}`,
    '--no-warnings',
  ];
}

/** Of a child; what V8 compiled ahead is good under the same flags only. */
export const V8_FLAGS = ['--freeze-flags-after-init'];
