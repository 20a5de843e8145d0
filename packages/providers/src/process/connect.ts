import { connect, type Socket } from 'node:net';
import { ProviderError } from '../errors.ts';
import type { Child } from './child.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import { type FromProcess, PROTOCOL } from './protocol.ts';
import type { Supervision } from './supervised.ts';

/** Where a process is reached that runs already, as another user. */
export interface Reached {
  /** `the … process`, for sentences. */
  name: string;
  /** Absolute path of its Unix socket. */
  socket: string;
}

/** Every so often it is tried again. */
const AGAIN_MS = 100;
/** One that went has started again within this time, unless something is amiss: calls wait for it so long. */
const RECONNECT_MS = 5000;

/**
 * Connects to a process, and is to its calls what a started one is: it is gone when the connection is. Throws
 * ProviderError `unavailable` with why not.
 */
async function connectProcess(
  { name, socket: path }: Reached,
  timeoutMs: number,
  receive: (message: FromProcess) => void,
): Promise<Child> {
  const socket = connect(path);
  const reader = new FrameReader();
  const exited = new Promise<string>((resolve) =>
    socket.once('close', () => resolve('its connection closed')),
  );
  let hear = (_: FromProcess): void => {};
  const greeting = new Promise<FromProcess>((resolve) => {
    hear = resolve;
  });
  socket.on('data', (octets) => {
    try {
      for (const { message } of reader.push(octets)) hear(message as FromProcess);
    } catch {
      socket.destroy();
    }
  });
  const failed = new Promise<never>((_, reject) => {
    const fail = (why: string, cause?: unknown) =>
      reject(new ProviderError('unavailable', `${name} does not answer at ${path} (${why})`, { cause }));
    socket.on('error', (cause: NodeJS.ErrnoException) => fail(cause.code ?? cause.message, cause));
    socket.once('close', () => fail('it closed the connection'));
    socket.setTimeout(timeoutMs, () => {
      fail('silent');
      socket.destroy();
    });
  });
  failed.catch(() => {});
  requireProcess(await Promise.race([greeting, failed]), name, socket);
  socket.setTimeout(0);
  hear = receive;
  const child: Child = {
    pid: 0,
    send: (message) => send(socket, message),
    kill: () => socket.destroy(),
    disconnect: () => void socket.end(),
    exited,
  };
  // A caller that says nothing is sent away. Nobody waits for this answer: the greeting has shown that the process lives.
  child.send({ type: 'call', id: 0, op: 'ping', input: null });
  return child;
}

/**
 * A process that is connected to, as {@link SupervisedProcess} takes it. The first connection is tried for
 * `patienceMs`: services that start at once find each other.
 */
export function connectionTo(
  reached: Reached,
  timeoutMs: number,
  patienceMs: number,
): Pick<Supervision, 'name' | 'start' | 'patienceMs'> {
  let patience = patienceMs;
  return {
    name: reached.name,
    start(receive) {
      const connection = connectWithin(patience, reached, timeoutMs, receive);
      patience = 0; // Later ones are tried again by who supervises it.
      return connection;
    },
    patienceMs: RECONNECT_MS,
  };
}

/** As {@link connectProcess}, again until it is there. */
async function connectWithin(
  patienceMs: number,
  ...connection: Parameters<typeof connectProcess>
): Promise<Child> {
  for (const until = Date.now() + patienceMs; ; ) {
    try {
      return await connectProcess(...connection);
    } catch (error) {
      if (Date.now() >= until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function requireProcess(message: FromProcess, name: string, socket: Socket): void {
  const greeting = message.type === 'ready' ? message : undefined;
  if (greeting?.name === name && greeting.protocol === PROTOCOL) return;
  socket.destroy();
  const what = greeting?.name === name ? `${name} of another version of WebSign` : 'another process';
  throw new ProviderError('unavailable', `what answers there is ${what}`);
}

function send(socket: Socket, message: object): void {
  if (!socket.writable) return;
  const frame = encodeFrame(message);
  socket.write(frame, () => frame.fill(0));
}
