import type { ListExpectation } from '@websign/trust';
import type { ListCopy } from '../../storage/index.ts';
import type { ListProblem, ListReport } from './face.ts';
import { accepted, fetched, type Held, isFresh, isUsable, ListRefused, type Tools } from './held.ts';

/** A list and how the last try at it ended. */
export interface Entry {
  name: string;
  url: string;
  kind: 'lotl' | 'national';
  territory: string;
  held?: Held | undefined;
  problem?: ListProblem | undefined;
}

/** Who may sign a list, by its octets where that depends on them. */
type Expecting = (bytes: Uint8Array) => Promise<ListExpectation>;

/** Takes an entry's list from its copy, or tells what stood in the way. */
export function fromCopy(entry: Entry, expecting: Expecting, tools: Tools): Promise<void> {
  return take(entry, tools, undefined, async () => {
    const copy = await tools.copies.read(entry.name);
    if (copy === undefined) throw new ListRefused('no_copy');
    return accepted(copy, await expecting(copy.bytes), entry.held, tools);
  });
}

/** The same from its source; what is taken is kept as a copy. */
export function fromSource(
  entry: Entry,
  expecting: Expecting,
  tools: Tools,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clock, copies } = tools;
  return take(entry, tools, signal, async () => {
    const copy: ListCopy = { bytes: await fetched(entry.url, tools, signal), fetchedAt: clock() };
    const before = entry.held;
    const held = await accepted(copy, await expecting(copy.bytes), before, tools);
    if (before?.sha256 === held.sha256) await copies.seen(entry.name, copy.fetchedAt);
    else await copies.write(entry.name, copy);
    return held;
  });
}

async function take(
  entry: Entry,
  tools: Tools,
  signal: AbortSignal | undefined,
  taking: () => Promise<Held>,
): Promise<void> {
  // At a stop what is left is not asked for, and what is cut off is no fault of its source.
  if (signal?.aborted) return;
  try {
    entry.held = await taking();
    entry.problem = isUsable(entry.held, tools) ? undefined : 'list_expired';
  } catch (err) {
    if (signal?.aborted) return;
    entry.problem = err instanceof ListRefused ? err.problem : 'internal';
    const { territory, kind, problem } = entry;
    tools.log.warn({ err, territory, kind, problem }, 'a trusted list was not taken');
  }
}

/** How it stands with an entry. */
export function report(
  { kind, territory, url, held, problem }: Entry,
  inUse: boolean,
  now: number,
): ListReport {
  const told = problem === undefined ? {} : { problem };
  if (held === undefined) return { kind, territory, url, state: 'missing', anchors: 0, leftOut: [], ...told };
  const { list, fetchedAt } = held;
  const { operator, sequence, issued, nextUpdate, leftOut } = list;
  return {
    kind,
    territory,
    url,
    state: inUse ? (isFresh(held, now) ? 'fresh' : 'stale') : 'missing',
    operator,
    sequence,
    issued,
    ...(nextUpdate === undefined ? {} : { nextUpdate }),
    fetchedAt,
    anchors: inUse ? list.anchors.length : 0,
    leftOut,
    ...told,
  };
}
