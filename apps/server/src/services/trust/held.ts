import { createHash } from 'node:crypto';
import { type Outbound, ProviderError } from '@websign/providers';
import type { ListExpectation, TrustErrorCode, TrustedList } from '@websign/trust';
import type { Logger } from '../../logging.ts';
import type { Engine } from '../../sandbox/engine.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { Copies } from './copies.ts';
import type { ListProblem } from './face.ts';

/** A verified list that is held, from its source or from its copy. */
export interface Held {
  list: TrustedList;
  /** SHA-256 of its octets: the same again need not be verified again. */
  sha256: string;
  fetchedAt: number;
}

export interface Tools {
  engine: Pick<Engine, 'trustedList' | 'pivots'>;
  http: Pick<Outbound, 'ask'>;
  copies: Copies;
  log: Logger;
  clock: () => number;
  /** Milliseconds after NextUpdate for which a list is still in use. */
  graceMs: number;
}

/** A list that is not taken. */
export class ListRefused extends Error {
  override name = 'ListRefused';
  readonly problem: ListProblem;

  constructor(problem: ListProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

const MOST_BYTES = 32 * 1024 * 1024;
const FETCH_MS = 60_000;
/** Clocks differ; a list of tomorrow is a fault. */
const AHEAD_MS = 60 * 60_000;

/** What a list's source has now. Throws {@link ListRefused}. */
export async function fetched(
  url: string,
  { http }: Tools,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const request = { url, method: 'GET', timeoutMs: FETCH_MS, maxBytes: MOST_BYTES, redirects: 3 } as const;
  try {
    return (await http.ask({ ...request, ...(signal === undefined ? {} : { signal }) })).body;
  } catch (cause) {
    if (!(cause instanceof ProviderError) || !cause.code.startsWith('http_')) throw cause;
    throw new ListRefused(cause.code as ListProblem, { cause });
  }
}

/** Takes a list's octets for what they are worth. Throws {@link ListRefused}; `held` is what it would take the place of. */
export async function accepted(
  { bytes, fetchedAt }: { bytes: Uint8Array; fetchedAt: number },
  expectation: ListExpectation,
  held: Held | undefined,
  tools: Tools,
): Promise<Held> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (held?.sha256 === sha256 && signedByOneOf(held, expectation)) return { ...held, fetchedAt };
  const list = await verified(bytes, expectation, tools);
  if (list.issued > tools.clock() + AHEAD_MS) throw new ListRefused('list_from_future');
  if (held !== undefined && isOlder(list, held.list)) throw new ListRefused('list_older');
  return { list, sha256, fetchedAt };
}

async function verified(
  bytes: Uint8Array,
  expectation: ListExpectation,
  { engine }: Tools,
): Promise<TrustedList> {
  try {
    return await engine.trustedList(bytes, expectation);
  } catch (cause) {
    if (!(cause instanceof SandboxError)) throw cause;
    const known = cause.code === 'refused' && /^(xml|signature|list)_/.test(cause.reason ?? '');
    throw new ListRefused(known ? (cause.reason as TrustErrorCode) : 'sandbox', { cause });
  }
}

/** A sequence number never goes back (TS 119 612 §5.3.2). */
function isOlder(list: TrustedList, held: TrustedList): boolean {
  return list.sequence < held.sequence || (list.sequence === held.sequence && list.issued < held.issued);
}

/** Whether those who may sign it now include the one who did. */
export function signedByOneOf({ list }: Held, { signers }: Pick<ListExpectation, 'signers'>): boolean {
  return signers.some((der) => createHash('sha256').update(der).digest('hex') === list.signer);
}

/** Until when a list says that it is fresh; a closed one only at its issue. */
const freshUntil = ({ nextUpdate, issued }: TrustedList): number => nextUpdate ?? issued;

export const isFresh = ({ list }: Held, now: number): boolean => now <= freshUntil(list);

export const isUsable = ({ list }: Held, { clock, graceMs }: Pick<Tools, 'clock' | 'graceMs'>): boolean =>
  clock() <= freshUntil(list) + graceMs;
