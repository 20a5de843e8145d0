import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ProviderError } from '../errors.ts';
import type { FromProcess } from './protocol.ts';

/** Bytes kept of what a process that did not start wrote to its standard error. */
const MAX_COMPLAINT = 4096;

/** The first of the descriptors that a process inherits; 3 is its IPC channel. */
export const FIRST_DESCRIPTOR = 4;

/** A process of ours: what it runs, under what, and its first message. */
export interface ChildCommand {
  /** `the … process`, for sentences. */
  name: string;
  /** Absolute path of its TypeScript. */
  entry: string;
  /** What stands before the command. */
  confinement: readonly string[];
  /** All of its environment. */
  environment: Readonly<Record<string, string>>;
  /** Files that it may write; none when left out. */
  writable?: readonly string[];
  /** What it inherits, from {@link FIRST_DESCRIPTOR} on. */
  descriptors: readonly number[];
  start: unknown;
}

/** A started process, or one that was connected to; `exited` resolves when it is gone, whatever the reason. */
export interface Child {
  /** 0 of one that was connected to. */
  readonly pid: number;
  /** Throws ProviderError `bad_request` for what is too large. */
  send(message: object): void;
  /** Hands a connection over, unread; of a started one alone. */
  pass?(socket: Socket): void;
  kill(): void;
  /** Closes the channel; the process ends by itself. */
  disconnect(): void;
  /** What ended it: a signal's name, or its exit code. */
  readonly exited: Promise<string>;
}

/** Starts the process and waits until it says that it is ready. */
export async function startChild(
  command: ChildCommand,
  timeoutMs: number,
  receive: (message: FromProcess) => void,
): Promise<Child> {
  const { name } = command;
  const child = spawnConfined(command);
  const exited = gone(child);
  const complaint = listen(child);
  const ready = firstMessage(child, name, timeoutMs);
  try {
    child.send({ type: 'start', start: command.start });
    await Promise.race([ready, exited.then(() => Promise.reject(neverReady(name, complaint())))]);
  } catch (cause) {
    child.kill('SIGKILL');
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('unavailable', `${name} could not be started`, { cause });
  }
  child.on('message', receive);
  const passing = new Set<Socket>();
  void exited.then(() => passing.forEach((socket) => void socket.destroy()));
  return {
    pid: child.pid ?? 0,
    // A message that no longer gets through needs no answer of its own: the calls under way end with the process.
    send: (message) => void (child.connected && child.send(message, () => {})),
    pass: (socket) => handOver(child, socket, passing),
    kill: () => void child.kill('SIGKILL'),
    disconnect: () => void (child.connected && child.disconnect()),
    exited,
  };
}

/**
 * Once it is on its way it is closed here, sent or not: the other side has a descriptor of its own. `passing` are those
 * that wait, and that nobody takes where the process ends.
 */
function handOver(child: ChildProcess, socket: Socket, passing: Set<Socket>): void {
  socket.on('error', () => {});
  if (!child.connected) {
    socket.destroy();
    return;
  }
  passing.add(socket);
  socket.once('close', () => passing.delete(socket));
  child.send({ type: 'connection' }, socket, { keepOpen: true }, () => socket.destroy());
}

function spawnConfined(command: ChildCommand): ChildProcess {
  const { entry, confinement, environment, descriptors, writable = [] } = command;
  const files = ['--allow-fs-read=*', ...writable.map((path) => `--allow-fs-write=${path}`)];
  const node = [process.execPath, '--permission', ...files, '--allow-addons', '--disable-sigusr1'];
  const [file = process.execPath, ...args] = [...confinement, ...node, '--no-warnings', entry];
  return spawn(file, args, {
    env: environment,
    cwd: '/',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', ...descriptors],
  });
}

/** `exit` does not follow a spawn that failed; `error` does. */
function gone(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.on('error', () => resolve('not started'));
  });
}

/** Reads standard error to its end, keeping the beginning. */
function listen(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_COMPLAINT) text += chunk.slice(0, MAX_COMPLAINT - text.length);
  });
  return () => text;
}

async function firstMessage(child: ChildProcess, name: string, timeoutMs: number): Promise<void> {
  try {
    await once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new ProviderError('unavailable', `${name} did not start in time`, { cause });
  }
}

/** Before it is ready the process holds no person's secret; its own complaint helps the operator. */
function neverReady(name: string, complaint: string): ProviderError {
  return new ProviderError('unavailable', `${name} ended while starting`, { cause: new Error(complaint) });
}
