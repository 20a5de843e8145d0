import type { NamedAnchor } from '@websign/pki';
import type { ListExpectation, ListPointer } from '@websign/trust';
import { type Entry, fromCopy, fromSource, report } from './entry.ts';
import type { TrustedLists } from './face.ts';
import { type Held, isUsable, signedByOneOf, type Tools } from './held.ts';
import { presentSigners } from './pivots.ts';

export interface ListsOptions extends Tools {
  /** Where the list of lists is. */
  url: string;
  /** DER certificates of those who may sign it, or a first pivot. */
  signers: readonly Uint8Array[];
}

/** Lists that are fetched at a time. */
const AT_ONCE = 4;

/** The list of lists and the national lists that it points to (ETSI TS 119 612; TS 119 615 §4.1, §4.2). */
export function openLists(given: ListsOptions): TrustedLists {
  const options = { ...given, engine: oneByOne(given.engine) };
  const { clock } = options;
  const lotl: Entry = { name: 'lotl', url: options.url, kind: 'lotl', territory: 'EU' };
  let nationals: Entry[] = [];

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
    await fromCopy(lotl, lotlExpectation, options);
    await each(point(), ({ entry, pointer }) => fromCopy(entry, nationalExpectation(pointer), options));
  }

  async function refresh(signal?: AbortSignal): Promise<void> {
    await fromSource(lotl, (bytes) => lotlExpectation(bytes, signal), options, signal);
    await each(point(), ({ entry, pointer }) =>
      fromSource(entry, nationalExpectation(pointer), options, signal),
    );
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

/** Works on all items, {@link AT_ONCE} at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
