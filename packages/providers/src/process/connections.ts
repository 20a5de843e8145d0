import type { Socket } from 'node:net';
import type { Conversation } from './conversation.ts';
import { encodeFrame, FrameReader, MAX_FRAME } from './frame.ts';
import type { FromCaller, FromProcess, OperationsOf } from './protocol.ts';

/** A server has one, a command one; more than a machine has of both. */
const MAX_CONNECTIONS = 128;
/** Whoever connects says something within this time, and ends what was begun. */
const SAYS_WITHIN_MS = 10_000;
/** Octets of answers that a caller may leave unread. */
const MAX_UNREAD = 2 * MAX_FRAME;

/**
 * Those who came over the process's socket, each a conversation of its own. What is no message of ours ends the
 * connection that it came by, and none beside it.
 */
export class Connections<Start, O extends OperationsOf<O>> {
  readonly #begin: (send: (message: FromProcess) => void) => Conversation<Start, O>;
  readonly #ready: FromProcess;
  #open = 0;

  constructor(ready: FromProcess, begin: (send: (message: FromProcess) => void) => Conversation<Start, O>) {
    this.#ready = ready;
    this.#begin = begin;
  }

  take(socket: Socket): void {
    socket.on('error', () => socket.destroy()); // Gone in whatever way: `close` follows.
    if (this.#open >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    this.#open += 1;
    const reader = new FrameReader();
    const conversation = this.#begin((message) => write(socket, message));
    const silent = () => setTimeout(() => socket.destroy(), SAYS_WITHIN_MS).unref();
    let late: NodeJS.Timeout | undefined = silent();
    socket.on('close', () => {
      clearTimeout(late);
      this.#open -= 1;
      conversation.end();
    });
    socket.on('data', (octets) => {
      try {
        const messages = reader.push(octets).map((message) => fromCaller<O>(message));
        if (messages.length > 0 || !reader.isWithin) {
          clearTimeout(late);
          late = undefined;
        }
        if (reader.isWithin) late ??= silent();
        for (const message of messages) conversation.hear(message);
      } catch {
        socket.destroy();
      }
    });
    write(socket, this.#ready);
    socket.resume();
  }
}

function write(socket: Socket, message: FromProcess): void {
  if (!socket.writable) return;
  const frame = encodeFrame(message);
  socket.write(frame, () => frame.fill(0));
  if (socket.writableLength > MAX_UNREAD) socket.destroy();
}

/** Of the form of a caller's message; an operation looks at its own input. Nothing starts a process from there. */
function fromCaller<O extends OperationsOf<O>>(message: unknown): FromCaller<O> {
  const fields =
    typeof message === 'object' && message !== null ? new Map(Object.entries(message)) : undefined;
  const id: unknown = fields?.get('id');
  const input: unknown = fields?.get('input');
  const called =
    fields?.get('type') === 'call' &&
    typeof fields.get('op') === 'string' &&
    (input === null || (typeof input === 'object' && !Array.isArray(input)));
  const told = fields?.get('type') === 'told' && fields.has('answer');
  if (!Number.isSafeInteger(id) || (!called && !told)) throw new TypeError('not a message of ours');
  return message as FromCaller<O>;
}
