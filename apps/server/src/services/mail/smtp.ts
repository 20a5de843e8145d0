import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { compose } from './compose.ts';
import type { Delivery, Letter, Transport } from './letter.ts';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: 'starttls' | 'tls' | 'none';
  readonly login?: { readonly user: string; readonly password: string };
  readonly from: string;
  /** Of silence, after which the server counts as gone. */
  readonly silenceMs: number;
}

/** A letter of 20 MB over a line of half a megabit a second; a server that drips answers is left after that. */
const wholeMs = 10 * 60_000;
const connectMs = 15_000;
const goodbyeMs = 1000;
const answerLetters = 300;

/** How far a letter got: `whole` once the last byte was read, which is before the dot that ends it is sent. */
type Stage = 'before' | 'body' | 'whole';

/** Hands letters to a mail server (RFC 5321), each over a connection of its own. */
export const smtp = (options: SmtpOptions): Transport => ({
  deliver: (letter, hand, signal) => new Handover(options, letter, hand).run(signal),
  greet: (signal) => greeted(options, signal),
  tidy: async () => undefined,
});

/** Says hello and signs in, and leaves; answers why that was refused. */
async function greeted(options: SmtpOptions, stop: AbortSignal): Promise<string | undefined> {
  const connection = new SMTPConnection(connectionOptions(options));
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const end = () => broken.reject(new Error('it took too long'));
  connection.on('error', broken.reject);
  stop.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([broken.promise, signIn(connection, options)]);
    connection.quit();
    return undefined;
  } catch (error) {
    return failureOf(error).reason;
  } finally {
    stop.removeEventListener('abort', end);
    setTimeout(() => connection.close(), goodbyeMs).unref();
  }
}

async function signIn(connection: SMTPConnection, { login }: SmtpOptions): Promise<void> {
  await called((done) => connection.connect(done));
  if (login) await called((done) => connection.login({ user: login.user, pass: login.password }, done));
}

class Handover {
  readonly #options: SmtpOptions;
  readonly #letter: Letter;
  readonly #hand: () => Promise<boolean>;
  #stage: Stage = 'before';
  #taken = false;

  constructor(options: SmtpOptions, letter: Letter, hand: () => Promise<boolean>) {
    this.#options = options;
    this.#letter = letter;
    this.#hand = hand;
  }

  async run(stop: AbortSignal): Promise<Delivery> {
    const connection = new SMTPConnection(connectionOptions(this.#options));
    const ended = AbortSignal.any([stop, AbortSignal.timeout(wholeMs)]);
    const broken = Promise.withResolvers<never>();
    // It may break before anybody waits for it.
    broken.promise.catch(() => undefined);
    const end = () => broken.reject(new Error('the delivery was cut off'));
    connection.on('error', broken.reject);
    ended.addEventListener('abort', end, { once: true });
    try {
      if (ended.aborted) end();
      await Promise.race([broken.promise, signIn(connection, this.#options)]);
      await Promise.race([broken.promise, this.#send(connection)]);
      connection.quit();
      setTimeout(() => connection.close(), goodbyeMs).unref();
      return { kind: 'accepted' };
    } catch (error) {
      connection.close();
      return this.#verdict(error);
    } finally {
      ended.removeEventListener('abort', end);
    }
  }

  #send(connection: SMTPConnection): Promise<void> {
    const envelope = { from: this.#options.from, to: this.#letter.to };
    // Read only once the server has said 354: everything before that can be tried again.
    const message = Readable.from(this.#bytes(), { objectMode: false });
    return called((done) => connection.send(envelope, message, done));
  }

  async *#bytes(): AsyncGenerator<Uint8Array> {
    // Opened first, so that a file that is gone costs no half letter.
    const message = await compose(this.#letter, this.#options.from);
    try {
      this.#taken = !(await this.#hand());
      if (this.#taken) throw new Error('the letter is another worker’s');
      this.#stage = 'body';
      yield* message as AsyncIterable<Uint8Array>;
      this.#stage = 'whole';
    } finally {
      message.destroy();
    }
  }

  #verdict(error: unknown): Delivery {
    if (this.#taken) return { kind: 'taken' };
    const { status, command, reason } = failureOf(error);
    const answered = status >= 400 && status <= 599;
    if (this.#stage === 'whole' && !answered) return { kind: 'unknown', reason };
    // What is said to our name, password or sender is no verdict on the letter: an operator mends that.
    const because = command === 'RCPT TO' ? 'recipient' : 'letter';
    const about = this.#stage !== 'before' || command === 'RCPT TO' || command === 'DATA';
    return about && answered && status >= 500
      ? { kind: 'rejected', because, reason }
      : { kind: 'refused', reason };
  }
}

function connectionOptions({ host, port, tls, silenceMs }: SmtpOptions): SMTPConnectionOptions {
  return {
    ...{ host, port, secure: tls === 'tls', requireTLS: tls === 'starttls', ignoreTLS: tls === 'none' },
    ...{ connectionTimeout: connectMs + silenceMs, dnsTimeout: connectMs },
    ...{ greetingTimeout: silenceMs, socketTimeout: silenceMs, socketCloseTimeout: goodbyeMs },
    maxResponseSize: 64 * 1024,
  };
}

/** A callback's outcome as a promise. */
function called(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

/** The server's answer, or what broke; never a password: those are in no answer and no message. */
function failureOf(error: unknown): { status: number; command: string; reason: string } {
  if (!(error instanceof Error)) return { status: 0, command: '', reason: 'unknown' };
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(error, name)?.value;
  const status = Number(field('responseCode') ?? 0);
  const answer = field('response');
  const reason = typeof answer === 'string' ? answer : `${String(field('code') ?? '')} ${error.message}`;
  return {
    status,
    command: String(field('command') ?? ''),
    reason: reason
      .replace(/\p{C}+/gu, ' ')
      // Servers repeat whom they refuse: nobody's address belongs in a log.
      .replace(/[^\s<>"]+@[^\s<>"]+/gu, '[address]')
      .trim()
      .slice(0, answerLetters),
  };
}
