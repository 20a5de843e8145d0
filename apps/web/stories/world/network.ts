import { errorCodes } from '@websign/contract';
import { type Answers, type Asked, Foreign, LOST, Pending, Refused, type Reply } from './answers.ts';
import { counted, countReading } from './underway.ts';
import { madeUpXhr } from './xhr.ts';

/** What comes over the wire. */
export interface Wire {
  status: number;
  body: Blob;
  headers: Record<string, string>;
}
/** A call that is on its way, and what comes of it. */
export type Outcome = Wire | Pending | typeof LOST;
export type Ask = (
  method: string,
  address: string,
  body: unknown,
  headers: Record<string, string>,
) => Outcome;

export interface Network {
  /** Every call so far, for those who test what was sent. */
  asked: Asked[];
  /** Calls that nothing is made up for. */
  unknown: string[];
}

/** Puts the made-up answers of a story in the place of the network; nothing leaves the page. */
export function cutNetwork(answers: Answers): Network {
  const network: Network = { asked: [], unknown: [] };
  const ask: Ask = (method, address, body, headers) => {
    const { pathname, searchParams } = new URL(address, window.location.href);
    const call = `${method} ${pathname}`;
    const found = find(answers, call);
    const query = Object.fromEntries(searchParams);
    const asked: Asked = { call: found?.call ?? call, id: found?.id ?? '', query, headers, body };
    network.asked.push(asked);
    if (found === null) {
      network.unknown.push(call);
      console.error(`no answer is made up for ${call}`);
      return LOST;
    }
    const { answer } = found;
    return outcomeOf(typeof answer === 'function' ? answer(asked) : answer);
  };
  countReading();
  window.fetch = madeUpFetch(ask, window.fetch.bind(window));
  window.XMLHttpRequest = madeUpXhr(ask);
  return network;
}

type AnyAnswer = Reply<unknown> | ((asked: Asked) => Reply<unknown>);

/** The answer for a call, whose path may have an id in it; undefined answers count as none. */
function find(answers: Answers, call: string): { call: string; id: string; answer: AnyAnswer } | null {
  for (const [name, answer] of Object.entries(answers) as [string, AnyAnswer | undefined][]) {
    const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replace(':id', '([^/]+)')}$`);
    const match = pattern.exec(call);
    if (match && answer !== undefined) return { call: name, id: decodeURIComponent(match[1] ?? ''), answer };
  }
  return null;
}

function outcomeOf(reply: Reply<unknown>): Outcome {
  if (reply === LOST || reply instanceof Pending) return reply;
  if (reply instanceof Refused) {
    const { code, facts } = reply;
    const { status, message } = errorCodes[code];
    const { retryAfter, ...others } = facts;
    return json(status, {
      error: { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) },
      ...others,
    });
  }
  if (reply instanceof Foreign) return { status: reply.status, body: new Blob([reply.text]), headers: {} };
  if (reply instanceof Blob) return { status: 200, body: reply, headers: { 'content-type': reply.type } };
  return reply === null ? { status: 204, body: new Blob([]), headers: {} } : json(200, reply);
}

const json = (status: number, value: unknown): Wire => ({
  status,
  body: new Blob([JSON.stringify(value)]),
  headers: { 'content-type': 'application/json' },
});

/** Calls of the application are answered here; what the page itself is made of is fetched as ever. */
function madeUpFetch(ask: Ask, real: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!/^\/(api|demo)\//.test(new URL(address, window.location.href).pathname))
      return counted(real(input, init));
    init.signal?.throwIfAborted();
    const outcome = ask(
      init.method ?? 'GET',
      address,
      bodyOf(init.body),
      Object.fromEntries(new Headers(init.headers)),
    );
    if (outcome === LOST) throw new TypeError('Failed to fetch');
    if (outcome instanceof Pending) return forever(init.signal ?? null);
    const { status, body, headers } = outcome;
    return new Response(status === 204 ? null : body, { status, headers });
  };
}

function forever(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

function bodyOf(body: BodyInit | null | undefined): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : null;
}
