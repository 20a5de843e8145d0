import type { NamedAnchor } from '@websign/pki';
import type { ListExpectation, ListPointer } from '@websign/trust';
import type { Copy } from './copies.ts';
import type { ListProblem, ListReport, TrustedLists } from './face.ts';
import {
  accepted,
  fetched,
  type Held,
  isFresh,
  isUsable,
  ListRefused,
  signedByOneOf,
  type Tools,
} from './held.ts';
import { presentSigners } from './pivots.ts';

export interface ListsOptions extends Tools {
  /** Where the list of lists is. */
  url: string;
  /** DER certificates of those who may sign it, or a first pivot. */
  signers: readonly Uint8Array[];
}

/** Lists that are fetched at a time. */
const AT_ONCE = 4;

/** A list and how the last try at it ended. */
interface Entry {
  name: string;
  url: string;
  kind: 'lotl' | 'national';
  territory: string;
  held?: Held | undefined;
  problem?: ListProblem | undefined;
}

/** The list of lists and the national lists that it points to (ETSI TS 119 612; TS 119 615 §4.1, §4.2). */
export function openLists(given: ListsOptions): TrustedLists {
  const options = { ...given, engine: oneByOne(given.engine) };
  const { clock, copies, log } = options;
  const lotl: Entry = { name: 'lotl', url: options.url, kind: 'lotl', territory: 'EU' };
  let nationals: Entry[] = [];

  /** Takes an entry's list from its copy or its source, and tells what stood in the way. */
  async function take(entry: Entry, taking: () => Promise<Held>, signal?: AbortSignal): Promise<void> {
    // At a stop what is left is not asked for, and what is cut off is no fault of its source.
    if (signal?.aborted) return;
    try {
      entry.held = await taking();
      entry.problem = isUsable(entry.held, options) ? undefined : 'list_expired';
    } catch (err) {
      if (signal?.aborted) return;
      entry.problem = err instanceof ListRefused ? err.problem : 'internal';
      const { territory, kind, problem } = entry;
      log.warn({ err, territory, kind, problem }, 'a trusted list was not taken');
    }
  }

  async function fromCopy(
    entry: Entry,
    expectation: (copy: Copy) => Promise<ListExpectation>,
  ): Promise<void> {
    await take(entry, async () => {
      const copy = await copies.read(entry.name);
      if (copy === undefined) throw new ListRefused('no_copy');
      return accepted(copy, await expectation(copy), entry.held, options);
    });
  }

  async function fromSource(
    entry: Entry,
    expectation: (bytes: Uint8Array) => Promise<ListExpectation>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await take(
      entry,
      async () => {
        const copy = { bytes: await fetched(entry.url, options, signal), fetchedAt: clock() };
        const before = entry.held;
        const held = await accepted(copy, await expectation(copy.bytes), before, options);
        if (before?.sha256 === held.sha256) await copies.seen(entry.name, copy.fetchedAt);
        else await copies.write(entry.name, copy);
        return held;
      },
      signal,
    );
  }

  const lotlExpectation = async (bytes: Uint8Array, signal?: AbortSignal): Promise<ListExpectation> => ({
    kind: 'lotl',
    signers: await presentSigners(bytes, options.signers, options, signal),
  });

  /** What the list of lists points to now; lists that it left out, or whose signer it dropped, are held no longer. */
  function point(): { entry: Entry; pointer: ListPointer }[] {
    const known = new Map(nationals.map((entry) => [entry.name, entry]));
    const pointed = pointers(lotl.held).map((pointer) => {
      const { territory, location: url } = pointer;
      const entry: Entry = { ...known.get(territory), name: territory, kind: 'national', territory, url };
      if (entry.held !== undefined && !signedByOneOf(entry.held, pointer)) entry.held = undefined;
      return { entry, pointer };
    });
    nationals = pointed.map(({ entry }) => entry);
    return pointed;
  }

  const nationalExpectation =
    ({ territory, signers }: ListPointer) =>
    async (): Promise<ListExpectation> => ({
      kind: 'national',
      territory,
      signers,
    });

  async function load(): Promise<void> {
    await fromCopy(lotl, ({ bytes }) => lotlExpectation(bytes));
    await each(point(), ({ entry, pointer }) => fromCopy(entry, nationalExpectation(pointer)));
  }

  async function refresh(signal?: AbortSignal): Promise<void> {
    await fromSource(lotl, (bytes) => lotlExpectation(bytes, signal), signal);
    await each(point(), ({ entry, pointer }) => fromSource(entry, nationalExpectation(pointer), signal));
  }

  /** In use: not too old, and by the word of a list of lists that is not too old either. */
  const usable = (entry: Entry): entry is Entry & { held: Held } =>
    [lotl, entry].every(({ held }) => held !== undefined && isUsable(held, options));

  return {
    load,
    refresh,
    anchors: (): NamedAnchor[] => nationals.filter(usable).flatMap(({ held }) => held.list.anchors),
    reports: () => [lotl, ...nationals].map((entry) => report(entry, usable(entry), clock())),
  };
}

/** Lists are large and nobody waits for them: they keep one parser child from documents, and no more. */
function oneByOne({ trustedList, pivots }: Tools['engine']): Tools['engine'] {
  let last: Promise<unknown> = Promise.resolve();
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    trustedList: (list, expectation) => after(() => trustedList(list, expectation)),
    pivots: (list) => after(() => pivots(list)),
  };
}

/** One list a territory: the first in XML. */
function pointers(lotl: Held | undefined): ListPointer[] {
  const byTerritory = new Map<string, ListPointer>();
  for (const pointer of lotl?.list.pointers ?? []) {
    if (pointer.kind === 'national' && !byTerritory.has(pointer.territory))
      byTerritory.set(pointer.territory, pointer);
  }
  return [...byTerritory.values()].sort((a, b) => (a.territory < b.territory ? -1 : 1));
}

function report({ kind, territory, url, held, problem }: Entry, inUse: boolean, now: number): ListReport {
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

/** Works on all items, {@link AT_ONCE} at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
