import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnread } from './unread.ts';

/** Milliseconds until a request's header is there. */
export const HEADERS_MS = 10_000;

/** Milliseconds for bodies. */
export interface Patience {
  /** Until a request is there whole, unless a signer sends files. */
  whole: number;
  /** Until an upload has said whose it is. */
  session: number;
  /** Signers' files may take their time, as long as within this … */
  window: number;
  /** … so many octets come. */
  leastBytes: number;
}

const PATIENCE: Patience = { whole: 30_000, session: 10_000, window: 15_000, leastBytes: 16 * 1024 };

/** What is left of a request's time. */
class Receipt {
  readonly #raw: IncomingMessage;
  readonly #late: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isTrusted = false;
  #isOver = false;

  constructor(raw: IncomingMessage, late: () => void) {
    this.#raw = raw;
    this.#late = late;
    raw.once('end', () => this.stop());
    raw.once('close', () => this.stop());
  }

  /** The rest has to be there within `ms`. */
  within(ms: number): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#raw.complete || this.#late(), ms);
  }

  /** From now on something has to come all the time. */
  keepComing({ window, leastBytes }: Patience): void {
    // A short upload may be there whole before its session is looked up: then nothing would ever stop the timer.
    if (this.#isTrusted || this.#isOver) return;
    this.#isTrusted = true;
    const { socket } = this.#raw;
    let before = socket.bytesRead;
    clearTimeout(this.#timer);
    this.#timer = setInterval(() => {
      // What waits unread is our own delay.
      const isEnough = socket.bytesRead - before >= leastBytes || this.#raw.readableLength > 0;
      before = socket.bytesRead;
      if (!isEnough && !this.#raw.complete) this.#late();
    }, window);
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

const receipts = new WeakMap<FastifyRequest, Receipt>();

/** Answers 408 to whoever takes too long to send a request, so that slow strangers hold no connection for long. */
export function boundReceipts(app: FastifyInstance, patience = PATIENCE): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    // Nothing to wait for: the header was all.
    if (raw.complete) return;
    const receipt = new Receipt(raw, () => answerLate(raw));
    receipt.within(patience.whole);
    receipts.set(request, receipt);
  });
}

/** For a request whose body says whose it is: the time until then, and what is to be called then. */
export function awaitSession(request: FastifyRequest, patience = PATIENCE): () => void {
  const receipt = receipts.get(request);
  receipt?.within(patience.session);
  return () => receipt?.keepComing(patience);
}

/** A signer, known by the header, sends files. */
export function allowFiles(request: FastifyRequest, patience = PATIENCE): void {
  receipts.get(request)?.keepComing(patience);
}

/** Milliseconds from the last octet of a request to its answer: before a proxy, or a person, gives up waiting. */
const ANSWER_MS = 140_000;

/** Aborts when a request's answer is due, so long after its last octet came. */
export function answerDue({ raw }: FastifyRequest, reply: FastifyReply, ms = ANSWER_MS): AbortSignal {
  const due = new AbortController();
  const { socket } = raw;
  let [before, since] = [socket.bytesRead, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    if (socket.bytesRead !== before) [before, since] = [socket.bytesRead, now];
    else if (now - since >= ms) due.abort();
  }, ms / 60);
  reply.raw.once('close', () => clearInterval(timer));
  return due.signal;
}

/** As Node.js does by itself for a header whose time is over. */
function answerLate({ socket }: IncomingMessage): void {
  answerUnread(Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}
