import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '@websign/testkit';

const deploy = fileURLToPath(new URL('../../../../../deploy/', import.meta.url));

export const proxies = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof proxies)[number];

/** A reverse proxy in front of replicas, configured as `deploy/` shows. */
export interface ReverseProxy {
  readonly url: string;
  /** What it has logged. */
  logged(): string;
  stop(): Promise<void>;
}

export const hasProxy = (name: ProxyName): boolean => isInstalled(name, '/usr/sbin');

/** Ports that are free at this moment; `count` of them, each with a free one behind it. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const first = await held(0);
    const second = first.port < 65_535 ? await held(first.port + 1).catch(() => undefined) : undefined;
    if (second && !found.includes(first.port)) found.push(first.port);
    first.close();
    second?.close();
  }
  return found;
}

async function held(port: number): Promise<{ port: number; close(): void }> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Every place of the documented file that a machine has its own of is replaced; throws where one is not there. */
function changed(file: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(deploy, file), 'utf8'),
  );
}

const documented = ['127.0.0.1:8080', '127.0.0.1:8082', '127.0.0.1:8084'];

export async function startProxy(name: ProxyName, ports: readonly number[]): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `websign-${name}-`));
  const [port = 0] = await freePorts(1);
  const servers = documented.map((address, at) => [address, `127.0.0.1:${ports[at]}`] as const);
  const child = name === 'nginx' ? nginx(folder, port, servers) : caddy(folder, port, servers);
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += piece;
  });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  for (let left = 100; !(await answers(port)); left--) {
    if (left === 0 || child.exitCode !== null) throw new Error(`${name} did not start: ${said}`);
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    logged: () => said + (name === 'nginx' ? readFileSync(join(folder, 'access.log'), 'utf8') : ''),
    async stop() {
      process.off('exit', abandon);
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nginx(folder: string, port: number, servers: readonly (readonly [string, string])[]): ChildProcess {
  const site = changed('nginx/websign.conf', [
    ...servers,
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['    ssl_certificate /etc/nginx/sign.example.pem;\n', ''],
    ['    ssl_certificate_key /etc/nginx/sign.example.key;\n', ''],
    ['/var/log/nginx/websign.log', join(folder, 'access.log')],
  ]);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 1; error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { ${paths.join(' ')}
${site} }`,
  );
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  return spawn('nginx', args, {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function caddy(folder: string, port: number, servers: readonly (readonly [string, string])[]): ChildProcess {
  const file = changed('caddy/Caddyfile', [
    ...servers,
    ['sign.example {', `http://127.0.0.1:${port} {`],
    ['{\n\tlog {', '{\n\tadmin off\n\tauto_https off\n\tlog {'],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), file);
  return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
