import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ProviderError } from '../errors.ts';
import { confinement } from './confinement.ts';
import type { FromProcess, Start, ToProcess } from './protocol.ts';

const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url));
/** The descriptor that the process finds an inherited master key at; 3 is its IPC channel. */
const KEY_DESCRIPTOR = 4;
/** Bytes kept of what a process that did not start wrote to its standard error. */
const MAX_COMPLAINT = 4096;

/** A started signer process; `exited` resolves when it is gone, whatever the reason. */
export interface Child {
  readonly pid: number;
  send(message: ToProcess): void;
  kill(): void;
  /** Closes the channel; the process ends by itself. */
  disconnect(): void;
  readonly exited: Promise<void>;
}

/** Starts the process with an empty environment and waits until it holds the master key. */
export async function startChild(
  start: Start,
  timeoutMs: number,
  receive: (message: FromProcess) => void,
): Promise<Child> {
  const child = spawnConfined(start);
  const exited = gone(child);
  const complaint = listen(child);
  const ready = firstMessage(child, timeoutMs);
  try {
    child.send(inherited(start));
    await Promise.race([ready, exited.then(() => Promise.reject(neverReady(complaint())))]);
  } catch (cause) {
    child.kill('SIGKILL');
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('unavailable', 'the signer process could not be started', { cause });
  }
  child.on('message', receive);
  return {
    pid: child.pid ?? 0,
    // A message that no longer gets through needs no answer of its own: the calls under way end with the process.
    send: (message) => void (child.connected && child.send(message, () => {})),
    kill: () => void child.kill('SIGKILL'),
    disconnect: () => void (child.connected && child.disconnect()),
    exited,
  };
}

function spawnConfined(start: Start): ChildProcess {
  const key = 'descriptor' in start.masterKey ? [start.masterKey.descriptor] : [];
  const node = [process.execPath, '--permission', '--allow-fs-read=*', '--allow-addons', '--disable-sigusr1'];
  const [file = process.execPath, ...args] = [...confinement(), ...node, '--no-warnings', ENTRY];
  return spawn(file, args, {
    env: {},
    cwd: '/',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', ...key],
  });
}

function inherited(start: Start): Start {
  return 'descriptor' in start.masterKey ? { ...start, masterKey: { descriptor: KEY_DESCRIPTOR } } : start;
}

/** `exit` does not follow a spawn that failed; `error` does. */
function gone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => resolve());
  });
}

/** Reads standard error to its end, keeping the beginning: it is empty once the process runs. */
function listen(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_COMPLAINT) text += chunk.slice(0, MAX_COMPLAINT - text.length);
  });
  return () => text;
}

async function firstMessage(child: ChildProcess, timeoutMs: number): Promise<void> {
  try {
    await once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new ProviderError('unavailable', 'the signer process did not start in time', { cause });
  }
}

/** Before it is ready the process holds no person's secret; its own complaint helps the operator. */
function neverReady(complaint: string): ProviderError {
  return new ProviderError('unavailable', 'the signer process ended while starting', {
    cause: new Error(complaint),
  });
}
