import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf } from './random.ts';

/** One answer, whole. */
export interface Answer {
  status: number;
  body: Buffer;
}

const FIRST_WAIT_MS = 200;
const SLOWEST_WAIT_MS = 3000;
/** Milliseconds without any answer after which a call is given up. */
const PATIENCE_MS = 120_000;
/** A server that was killed breaks its connections at once; one that is silent so long does not answer. */
const SILENCE_MS = 90_000;

/** Thrown when no server answered for so long. */
export class Unanswered extends Error {}

export const json = <T>({ body }: Answer): T => JSON.parse(body.toString('utf8')) as T;

/** Calls whichever server answers, and repeats as the browser does while nothing is known of the answer. */
export class Caller {
  /** Calls that were sent again. */
  retries = 0;
  readonly #urls: readonly string[];
  readonly #random: () => number;

  constructor(urls: readonly string[], random: () => number) {
    this.#urls = urls;
    this.#random = random;
  }

  /** `init` is made anew for each try; throws {@link Unanswered}. */
  async call(
    path: string,
    init: () => RequestInit | Promise<RequestInit> = () => ({}),
    isPassing: (answer: Answer) => boolean = isBusy,
  ): Promise<Answer> {
    const until = Date.now() + PATIENCE_MS;
    let wait = FIRST_WAIT_MS;
    for (;;) {
      const answer = await this.#once(path, await init());
      if (answer !== undefined && !isPassing(answer)) return answer;
      if (Date.now() > until) {
        if (answer !== undefined) return answer;
        throw new Unanswered(`no answer to ${path.split('?')[0] ?? path}`);
      }
      this.retries += 1;
      await sleep(wait * (0.5 + this.#random()));
      wait = Math.min(wait * 1.6, SLOWEST_WAIT_MS);
    }
  }

  /** Undefined where the connection was refused or broke before the answer was whole. */
  async #once(path: string, init: RequestInit): Promise<Answer | undefined> {
    const url = oneOf(this.#urls, this.#random) ?? '';
    try {
      const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(SILENCE_MS) });
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    } catch (error) {
      if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError'))
        return undefined;
      throw error;
    }
  }
}

/** The service says that it cannot just now: asked again, as a person does. */
export const isBusy = ({ status }: Answer): boolean => status >= 502 || status === 429;

/** What a proxy in front says of a server that is away. */
export const isAway = (answer: Answer): boolean => answer.status >= 502 && codeIn(answer) === '';

/** The contract's code in an error answer; empty where it has none. */
export function codeIn(answer: Answer): string {
  try {
    return json<{ error?: { code?: string } }>(answer).error?.code ?? '';
  } catch (error) {
    if (error instanceof SyntaxError) return '';
    throw error;
  }
}
