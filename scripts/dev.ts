/**
 * `npm run dev`: a demonstration server that starts again when its code changes, and the browser's code served with
 * reloading in front of it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '8080';
const env = { ...process.env, PORT: port, NODE_ENV: 'development' };
const node = (args: string[], cwd: string) => spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });

const server = node(
  [
    '--watch',
    '--watch-preserve-output',
    `--watch-path=${join(ROOT, 'apps', 'server', 'src')}`,
    `--watch-path=${join(ROOT, 'packages')}`,
    // Unbundled, so that it runs what was written last.
    join(ROOT, 'apps', 'cli', 'websign.ts'),
    'demo',
  ],
  ROOT,
);
const browser = node([join(ROOT, 'node_modules', '.bin', 'vite')], join(ROOT, 'apps', 'web'));

/** One of the two without the other is of no use. */
const end = () => {
  for (const child of [server, browser]) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
const code = (child: ChildProcess) =>
  new Promise<number>((done) => child.once('exit', (value) => done(value ?? 1)));
process.exitCode = await Promise.race([code(server), code(browser)]);
end();
