import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Confinements, missingConfinements } from '../sandbox/confinement.ts';
import { type Check, ok, type Place, problem, type Said, Unknowable, warning } from './face.ts';

const gib = 1024 ** 3;

export const disk: Check = {
  name: 'disk',
  async look({ config }) {
    if (!existsSync(config.dataFolder)) throw new Unknowable('there is no data folder');
    const { bavail, blocks, bsize } = await statfs(config.dataFolder);
    const free = bavail * bsize;
    const share = blocks === 0 ? 1 : bavail / blocks;
    const found = `${(free / gib).toFixed(1)} GiB (${Math.round(share * 100)} %) of the data folder's disk are free`;
    const act = 'Enlarge the disk, or shorten KEEP_ORIGINAL_HOURS and KEEP_SIGNED_DAYS.';
    if (free < gib / 2) return [problem(found, act)];
    return [share < 0.1 ? warning(found, act) : ok(found)];
  },
};

/** Ports are free, or a WebSign has them. */
export const ports: Check = {
  name: 'ports',
  async look(place) {
    const { PORT, host, operationsPort, OPERATIONS_HOST, OPERATORS_PORT, OPERATORS_HOST } = place.config;
    const wanted: [string, string, number | 'off' | ''][] = [
      ['PORT', host, PORT],
      ['OPERATIONS_PORT', OPERATIONS_HOST, operationsPort],
      ['OPERATORS_PORT', OPERATORS_HOST, OPERATORS_PORT],
    ];
    const taken = wanted.flatMap(([name, address, port]) =>
      typeof port === 'number' && port > 0 ? [{ name, address, port }] : [],
    );
    const running = await isRunning(place);
    return Promise.all(taken.map((each) => portFinding(each, running)));
  },
};

async function portFinding(
  { name, address, port }: { name: string; address: string; port: number },
  running: boolean,
): Promise<Said> {
  const code = await tryListen(address, port);
  const where = `${address}:${port} (${name})`;
  if (code === undefined) return ok(`${where} is free`);
  if (code === 'EADDRINUSE' && running) return ok(`${where} is in use: a WebSign runs here`);
  if (code === 'EADDRINUSE')
    return problem(
      `${where} is in use by another program`,
      `Set ${name} to a free port, or end that program.`,
    );
  if (code === 'EACCES')
    return problem(
      `this user may not listen on ${where}`,
      `Set ${name} to a port above 1023; a reverse proxy has 443.`,
    );
  return problem(
    `nobody can listen on ${where}: ${code}`,
    `Look at the address: it must be one of this machine.`,
  );
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function isRunning({ config, ways }: Place): Promise<boolean> {
  if (typeof config.operationsPort !== 'number') return false;
  const host = ['0.0.0.0', '::'].includes(config.OPERATIONS_HOST) ? '127.0.0.1' : config.OPERATIONS_HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${config.operationsPort}/healthz`;
  try {
    const { body } = await ways.configured.ask({ url, method: 'GET', timeoutMs: 2000, maxBytes: 1024 });
    return Buffer.from(body).toString('utf8').includes('"status":"ok"');
  } catch {
    return false;
  }
}

const built = fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url));

export const browser: Check = {
  name: 'browser application',
  look: async () =>
    existsSync(built)
      ? [ok('it is built')]
      : [problem('it is not built: people would see nothing', 'npm run build makes it.')],
};

/** What each confinement keeps a child from, for a sentence. */
const LACKS: Record<keyof Confinements, string> = {
  files: 'may read and write files that the service may, should they get past Node.js',
  network: 'keep the network',
  processes: 'may signal other processes of the service',
  resources: 'are not bounded in memory',
  parentDeath: 'may outlive a killed server',
};

export const sandbox: Check = {
  name: 'sandbox',
  async look({ config }) {
    const missing = missingConfinements();
    if (missing.length === 0)
      return [
        ok(
          'the system keeps parser children from files, network and other processes; their memory is bounded',
        ),
      ];
    const say = config.SANDBOX === 'strict' ? problem : warning;
    return [
      say(
        `parser children ${missing.map((name) => LACKS[name]).join(', ')}`,
        './websign sandbox install builds what confines them (Linux 5.13 or later with Landlock; a C compiler).',
      ),
    ];
  },
};
