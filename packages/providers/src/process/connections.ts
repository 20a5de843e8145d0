import type { Socket } from 'node:net';
import type { Conversation } from './conversation.ts';
import { encodeFrame, FrameReader, MAX_FRAME } from './frame.ts';
import type { FromCaller, FromProcess, OperationsOf } from './protocol.ts';

/** A server has one, a command one; more than a machine has of both. */
const MAX_CONNECTIONS = 128;
/** Whoever connects says something within this time, and ends what was begun. */
const SAYS_WITHIN_MS = 10_000;
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
    const conversation = this.#begin((message) => this.#write(socket, message));
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
        if (this.#sum((_, { held }) => held) > MAX_HELD) socket.destroy();
      } catch {
        socket.destroy();
      }
    });
    this.#write(socket, this.#ready);
    socket.resume();
  }

  #write(socket: Socket, message: FromProcess): void {
    if (!socket.writable) return;
    const frame = encodeFrame(message);
    socket.write(frame, () => frame.fill(0));
    if (this.#sum(({ writableLength }) => writableLength) > MAX_HELD) socket.destroy();
  }

  #sum(of: (socket: Socket, reader: FrameReader) => number): number {
    return [...this.#open].reduce((sum, [socket, reader]) => sum + of(socket, reader), 0);
  }
}

/** Of the form of a caller's message; an operation looks at its own input. Nothing starts a process from there. */
function fromCaller<O extends OperationsOf<O>>(message: object): FromCaller<O> {
  const type: unknown = Reflect.get(message, 'type');
  const id: unknown = Reflect.get(message, 'id');
  const called =
    type === 'call' &&
    typeof Reflect.get(message, 'op') === 'string' &&
    isInput(Reflect.get(message, 'input'));
  const told = type === 'told' && 'answer' in message;
  if (!Number.isSafeInteger(id) || (!called && !told)) throw new TypeError('not a message of ours');
  return message as FromCaller<O>;
}

/** Fields by their names, or none: neither a list nor octets, whose every element would be a name. */
const isInput = (input: unknown) =>
  input === null || (typeof input === 'object' && !Array.isArray(input) && !(input instanceof Uint8Array));
