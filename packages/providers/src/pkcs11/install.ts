import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProviderError } from '../errors.ts';
import { BRIDGE_FOLDER, bridgeInstalled } from './installed.ts';

/** Of what a build printed. */
const LONGEST_OUTPUT = 64 * 1024;
const MODULES = 'node_modules';

/**
 * Builds the bridge to PKCS#11 modules on this machine: npm, Python, make and a C++ compiler do it, against the headers
 * of the Node.js that runs this. Its lockfile pins it by its hash. Throws ProviderError `unavailable` with what they
 * printed. Built beside what is in use and then put in its place, so that two at once do no harm.
 */
export async function installBridge(): Promise<void> {
  const before = bridgeInstalled();
  const folder = await mkdtemp(join(BRIDGE_FOLDER, '.build-'));
  try {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(join(BRIDGE_FOLDER, name), join(folder, name));
    await build(folder);
    if (!before && bridgeInstalled()) return; // Another has put it there meanwhile, and may use it by now.
    const [place, old] = [join(BRIDGE_FOLDER, MODULES), join(folder, 'old')];
    if (existsSync(place)) await rename(place, old);
    await rename(join(folder, MODULES), place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build(folder: string): Promise<void> {
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--foreground-scripts'];
  const npm = process.env.npm_execpath;
  const [file, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const { code, output } = await run(file, [...first, ...args], folder);
  if (code === 0) return;
  throw new ProviderError(
    'unavailable',
    `The bridge to PKCS#11 modules could not be built (npm, python3, make and a C++ compiler are needed):\n${output}`,
  );
}

/** The headers beside this Node.js, where it has them; else node-gyp looks for its own. */
function headers(): Record<string, string> {
  const home = dirname(dirname(process.execPath));
  const known = [
    home,
    join(BRIDGE_FOLDER, '../../../node_modules', `node-${process.platform}-${process.arch}`),
  ];
  const found = known.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
  return found === undefined ? {} : { npm_config_nodedir: found };
}

function run(file: string, args: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...headers() };
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-LONGEST_OUTPUT);
      });
    child.once('error', (cause) => {
      reject(new ProviderError('unavailable', `${file} could not be started: is npm installed?`, { cause }));
    });
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
}
