import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { isInstalled } from '../installed.ts';
import { type ClusterPorts, clusterConfig, type Step, startSteps } from './cluster.ts';

/** An S3 server of this test run with an empty bucket. */
export interface Radosgw {
  /** `http://127.0.0.1:PORT`; buckets are the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** A further empty bucket; answers its name. */
  createBucket(): Promise<string>;
  /** A signed request to a path such as `/bucket/key?query`. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

const TOOLS = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'ceph-authtool'];

/** Whether Ceph's gateway and what it stands on are installed; else tests say `skipped: radosgw not installed`. */
export const hasRadosgw = (): boolean => TOOLS.every((tool) => isInstalled(tool));

/** Starts Ceph's S3 gateway on a cluster of one node in a temporary folder; throws with what failed. */
export async function startRadosgw(): Promise<Radosgw> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce();
    } catch (error) {
      // Another process may have taken a port between its choice and its use.
      if (attempt === 3) throw error;
    }
  }
}

async function startOnce(): Promise<Radosgw> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-s3-'));
  const daemons: ChildProcess[] = [];
  const kill = () => {
    for (const daemon of daemons) daemon.kill('SIGKILL');
  };
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await Promise.all(daemons.map((daemon) => daemon.exitCode ?? daemon.signalCode ?? once(daemon, 'exit')));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const key: [string, string] = [
      randomBytes(10).toString('hex').toUpperCase(),
      randomBytes(20).toString('hex'),
    ];
    const ports = await freePorts();
    const fsid = randomUUID();
    for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'ceph.conf'), clusterConfig(folder, fsid, ports));
    for (const step of startSteps(folder, fsid, ports, key)) await take(step, daemons);
    const server = gateway(`http://127.0.0.1:${ports.gateway}`, key, stop);
    await answers(server.endpoint, daemons);
    return { ...server, bucket: await server.createBucket() };
  } catch (error) {
    await stop();
    throw error;
  }
}

function gateway(endpoint: string, [accessKey, secretKey]: [string, string], stop: () => Promise<void>) {
  const region = 'us-east-1';
  const client = new AwsClient({
    ...{ accessKeyId: accessKey, secretAccessKey: secretKey },
    ...{ service: 's3', region, retries: 0 },
  });
  const ask = (path: string, init?: RequestInit) => client.fetch(`${endpoint}${path}`, init);
  const createBucket = async () => {
    const name = `websign-${randomBytes(6).toString('hex')}`;
    const { status } = await ask(`/${name}`, { method: 'PUT' });
    if (status !== 200) throw new Error(`a bucket could not be made: HTTP ${status}`);
    return name;
  };
  return { endpoint, region, accessKey, secretKey, ask, createBucket, stop };
}

/** Runs a command to its end, or starts one that stays. */
async function take({ command, args, daemon }: Step, daemons: ChildProcess[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', daemon ? 'ignore' : 'pipe'] });
  if (daemon) {
    daemons.push(child);
    await once(child, 'spawn');
    return;
  }
  let said = '';
  child.stderr?.on('data', (piece) => {
    said = `${said}${piece}`.slice(-2000);
  });
  const late = AbortSignal.timeout(60_000);
  late.addEventListener('abort', () => child.kill('SIGKILL'));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
}

async function answers(endpoint: string, daemons: readonly ChildProcess[]): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    const dead = daemons.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (dead) throw new Error(`${dead.spawnfile} ended`);
    const answer = await fetch(endpoint).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error('radosgw did not answer within a minute');
}

/** Ports that were free just now, both held until both are known. */
async function freePorts(): Promise<ClusterPorts> {
  const servers = [createServer(), createServer()];
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const [monitor = 0, port = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await once(server.close(), 'close');
  return { monitor, gateway: port };
}
