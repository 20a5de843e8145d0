import type { Socket } from 'node:net';
import type { Conversation } from './conversation.ts';
import { encodeFrame, FrameReader, MAX_FRAME } from './frame.ts';
import type { FromCaller, FromProcess, OperationsOf } from './protocol.ts';

/** A server has one, a command one; more than a machine has of both. */
const MAX_CONNECTIONS = 128;
/** Whoever connects says something within this time, and ends what was begun. */
const SAYS_WITHIN_MS = 10_000;
/** Whoever is told something reads on within this time. */
const READS_WITHIN_MS = 10_000;
/** Octets of messages that have begun and not ended, and of answers that nobody reads: of each, over all connections. */
const MAX_HELD = 4 * MAX_FRAME;

type Begin<Start, O extends OperationsOf<O>> = (
  send: (message: FromProcess) => void,
) => Conversation<Start, O>;

/**
 * Those who came over the process's socket, each a conversation of its own. What is no message of ours ends the
 * connection that it came by, and none beside it.
 */
export class Connections<Start, O extends OperationsOf<O>> {
  readonly #begin: Begin<Start, O>;
  readonly #ready: FromProcess;
  readonly #open = new Map<Socket, FrameReader>();

  constructor(ready: FromProcess, begin: Begin<Start, O>) {
    this.#ready = ready;
    this.#begin = begin;
  }

  take(socket: Socket): void {
    socket.on('error', () => socket.destroy()); // Gone in whatever way: `close` follows.
    if (this.#open.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    const reader = new FrameReader();
    this.#open.set(socket, reader);
    const write = this.#writer(socket);
    const conversation = this.#begin(write);
    const silent = () => setTimeout(() => socket.destroy(), SAYS_WITHIN_MS).unref();
    let late: NodeJS.Timeout | undefined = silent();
    socket.on('close', () => {
      clearTimeout(late);
      this.#open.delete(socket);
      conversation.end();
    });
    socket.on('data', (data) => {
      try {
        const messages = reader.push(data);
        if (messages.length > 0) {
          clearTimeout(late);
          late = undefined;
        }
        if (reader.held > 0) late ??= silent();
        for (const { message, octets } of messages) conversation.hear(fromCaller<O>(message), octets);
        this.#bound((_, { held }) => held);
      } catch {
        socket.destroy();
      }
    });
    write(this.#ready);
    socket.resume();
  }

  /** Octets of answers that nobody has read yet. */
  get unread(): number {
    return this.#shares(({ writableLength }) => writableLength).reduce((sum, { held }) => sum + held, 0);
  }

  /** Writes to whoever reads what is written; whoever does not is sent away. */
  #writer(socket: Socket): (message: FromProcess) => void {
    let late: NodeJS.Timeout | undefined;
    const look = () => {
      clearTimeout(late);
      late = undefined;
      if (!socket.destroyed && socket.writableLength > 0)
        late = setTimeout(() => socket.destroy(), READS_WITHIN_MS).unref();
    };
    socket.once('close', () => clearTimeout(late));
    return (message) => {
      if (!socket.writable) return;
      const frame = encodeFrame(message);
      socket.write(frame, () => {
        frame.fill(0);
        look();
      });
      if (late === undefined) look();
      this.#bound(({ writableLength }) => writableLength);
    };
  }

  /** Past the bound over all, whoever has the largest share goes. */
  #bound(of: (socket: Socket, reader: FrameReader) => number): void {
    const shares = this.#shares(of);
    if (shares.reduce((sum, { held }) => sum + held, 0) <= MAX_HELD) return;
    shares.reduce((most, each) => (each.held > most.held ? each : most)).socket.destroy();
  }

  #shares(of: (socket: Socket, reader: FrameReader) => number): { socket: Socket; held: number }[] {
    const open = [...this.#open].filter(([{ destroyed }]) => !destroyed);
    return open.map(([socket, reader]) => ({ socket, held: of(socket, reader) }));
  }
}

/** Of the form of a caller's message; an operation looks at its own input. Nothing starts a process from there. */
function fromCaller<O extends OperationsOf<O>>(message: object): FromCaller<O> {
  const type: unknown = Reflect.get(message, 'type');
  const id: unknown = Reflect.get(message, 'id');
  const isCall =
    type === 'call' &&
    typeof Reflect.get(message, 'op') === 'string' &&
    isInput(Reflect.get(message, 'input'));
  const isAnswer = type === 'told' && 'answer' in message;
  if (!Number.isSafeInteger(id) || (!isCall && !isAnswer)) throw new TypeError('not a message of ours');
  return message as FromCaller<O>;
}

/** Fields by their names, or none: neither a list nor octets, whose every element would be a name. */
const isInput = (input: unknown) =>
  input === null || (typeof input === 'object' && !Array.isArray(input) && !(input instanceof Uint8Array));
