import { ProviderError, type ProviderErrorCode } from '../errors.ts';
import type { CallOf, FromCaller, FromProcess, OperationsOf } from './protocol.ts';

/** Asks in the midst of a call; null where there was no answer. */
export type Ask = (question: unknown) => Promise<unknown>;

/** Whom a call may ask: whoever called, and the process's parent, who knows what callers do not. */
export interface Asking {
  caller: Ask;
  parent: Ask;
}

export interface Service<Start, O extends OperationsOf<O>> {
  /** `the … process`, for sentences. */
  name: string;
  /** Calls under way at once, whoever makes them; past it they are answered `unavailable`. */
  maxCalls: number;
  open(start: Start): void;
  /** The answer to a call. What it throws but ProviderError is `internal`, and its words stay here. */
  perform(call: CallOf<O>, asking: Asking): Promise<unknown>;
  /** Overwrites the secrets that came with a call, of whatever shape; called when it was answered. */
  wipe(call: CallOf<O>): void;
}

/** How much is under way, over all conversations. */
export interface Load {
  calls: number;
  /** Of the messages that those came in over sockets. */
  octets: number;
  /** Whether the process ends when those have ended: it takes no more. */
  ending: boolean;
}

/** What a process may have been told and not answered: a caller that was taken over cannot have the system end it. */
const MAX_OCTETS = 64 * 1024 * 1024;

/** Whoever was asked and says nothing was not asked. */
const ANSWER_MS = 60_000;

/** One caller of the process: its calls, and the questions to it. Ids are its own. */
export class Conversation<Start, O extends OperationsOf<O>> {
  readonly #service: Service<Start, O>;
  readonly #load: Load;
  readonly #send: (message: FromProcess) => void;
  readonly #parent: Conversation<Start, O>;
  readonly #underWay = new Set<number>();
  readonly #asking = new Map<number, (answer: unknown) => void>();
  #ended = false;
  #lastOutside = 0;

  /** Without a parent it is the parent's own. */
  constructor(
    service: Service<Start, O>,
    load: Load,
    send: (message: FromProcess) => void,
    parent?: Conversation<Start, O>,
  ) {
    this.#service = service;
    this.#load = load;
    this.#send = send;
    this.#parent = parent ?? this;
  }

  /**
   * `octets` is the message's size where it came over a socket. Throws ProviderError `bad_request` for a call under the id
   * of another that is under way.
   */
  hear(message: FromCaller<O>, octets = 0): void {
    if (message.type === 'told') {
      this.#asking.get(message.id)?.(message.answer);
      return;
    }
    if (this.#underWay.has(message.id)) {
      this.#service.wipe(message);
      throw new ProviderError('bad_request', 'not a message of ours: an id twice');
    }
    void this.#answer(message, octets);
  }

  /** Nobody is there any more: what was asked has no answer, what is under way is told to nobody. */
  end(): void {
    this.#ended = true;
    for (const answer of [...this.#asking.values()]) answer(null);
  }

  /** Asks what belongs to no call. */
  askOutside(question: unknown): Promise<unknown> {
    this.#lastOutside -= 1;
    return this.#ask(this.#lastOutside, question);
  }

  async #answer(call: CallOf<O>, octets: number): Promise<void> {
    const { id, op } = call;
    // The question whether the process lives is never one too many.
    const counts = op !== 'ping';
    this.#underWay.add(id);
    if (counts) this.#load.calls += 1;
    this.#load.octets += octets;
    try {
      if (counts && this.#load.ending)
        throw new ProviderError('unavailable', `${this.#service.name} is ending`);
      if (counts && (this.#load.calls > this.#service.maxCalls || this.#load.octets > MAX_OCTETS))
        throw new ProviderError('unavailable', 'too many calls are under way');
      const asking: Asking = {
        caller: (question) => this.#ask(id, question),
        parent: (question) => this.#parent.askOutside(question),
      };
      const output = await this.#service.perform(call, asking);
      this.#tell({ type: 'reply', id, ok: true, output });
    } catch (error) {
      this.#tell({ type: 'reply', id, ok: false, ...outcome(error, this.#service.name) });
    } finally {
      this.#service.wipe(call);
      this.#underWay.delete(id);
      if (counts) this.#load.calls -= 1;
      this.#load.octets -= octets;
    }
  }

  #ask(id: number, question: unknown): Promise<unknown> {
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      const answered = (answer: unknown) => {
        clearTimeout(late);
        this.#asking.delete(id);
        resolve(answer);
      };
      const late = setTimeout(() => answered(null), ANSWER_MS).unref();
      this.#asking.set(id, answered);
      this.#tell({ type: 'ask', id, question });
    });
  }

  #tell(message: FromProcess): void {
    if (!this.#ended) this.#send(message);
  }
}

/** Only our own sentences leave the process; what a library says may quote its input. */
function outcome(error: unknown, name: string): { code: ProviderErrorCode; message: string } {
  if (!(error instanceof ProviderError)) return { code: 'internal', message: `${name} failed` };
  return { code: error.code, message: error.message };
}
