import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The program that confines a child by Landlock, seccomp and namespaces. */
export const HELPER = fileURLToPath(new URL('../../../../dist/confine', import.meta.url));
/** What makes a process of Node.js a template, of which children are copies. */
export const COPY_ADDON = fileURLToPath(new URL('../../../../dist/copy.node', import.meta.url));
const source = (name: string) => fileURLToPath(new URL(`../../confine/${name}`, import.meta.url));
const SOURCES = ['walls.h', 'confine.c', 'copy.c'].map(source);

const COMPILERS = ['cc', 'gcc', 'clang'];
const FLAGS = [
  '-std=gnu11',
  '-O2',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-fstack-protector-strong',
  '-D_FORTIFY_SOURCE=2',
];
const COMPILE_MS = 60_000;
const CHECK_MS = 5000;

/** What the helper found out about this kernel. */
export interface HelperFacts {
  /** Of Landlock's interface; 0: there is none. */
  landlock: number;
  /** User, network, IPC, mount and process namespaces. */
  namespaces: boolean;
}

/** The helper could not be built; the message is for the operator. */
export class HelperError extends Error {
  override name = 'HelperError';
}

/**
 * Builds the helper and the addon on this machine, beside those in use and then put in their place: the addon is there only
 * with the helper of the same source. Throws {@link HelperError}.
 */
export async function buildHelper(): Promise<void> {
  if (process.platform !== 'linux') throw new HelperError('Children are confined on Linux only.');
  const compiler = COMPILERS.find((name) => spawnSync(name, ['--version']).status === 0);
  if (compiler === undefined)
    throw new HelperError('There is no C compiler: install gcc, and remove it afterwards if you like.');
  mkdirSync(dirname(HELPER), { recursive: true });
  rmSync(COPY_ADDON, { force: true });
  await compile(compiler, [`-DSOURCE="${sourceHash()}"`, source('confine.c')], HELPER);
  await compile(compiler, ['-fPIC', '-shared', source('copy.c')], COPY_ADDON);
}

async function compile(compiler: string, args: string[], target: string): Promise<void> {
  const next = `${target}.${process.pid}`;
  try {
    await promisify(execFile)(compiler, [...FLAGS, '-o', next, ...args], { timeout: COMPILE_MS });
    renameSync(next, target);
  } catch (cause) {
    throw new HelperError(`${compiler} could not build it:\n${complaintOf(cause)}`, { cause });
  } finally {
    rmSync(next, { force: true });
  }
}

const complaintOf = (error: unknown): string =>
  error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);

/** One that was built of an earlier version's source would leave open what that version did. */
export const sourceHash = (): string =>
  SOURCES.reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256')).digest('hex');

/**
 * What this kernel offers to the helper; undefined where it was not built, or of another source, or cannot confine
 * anything here.
 */
export function helperFacts(helper = HELPER): HelperFacts | undefined {
  if (!existsSync(helper)) return undefined;
  const { status, stdout } = spawnSync(helper, ['--check'], { env: {}, encoding: 'utf8', timeout: CHECK_MS });
  const [, landlock, namespaces, source] =
    /^landlock=(\d+) seccomp=yes namespaces=(yes|no) source=(\w+)$/m.exec(stdout) ?? [];
  if (status !== 0 || landlock === undefined || source !== sourceHash()) return undefined;
  return { landlock: Number(landlock), namespaces: namespaces === 'yes' };
}
