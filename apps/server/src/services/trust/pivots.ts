import { createHash } from 'node:crypto';
import { accepted, fetched, ListRefused, type Tools } from './held.ts';

const MOST_PIVOTS = 20;

/**
 * Who may sign the list of lists now: those of the configuration, or whom its pivots put in their place, one after the
 * other, the oldest first (Decision (EU) 2015/1505). Each pivot is signed by those who might sign before it.
 */
export async function presentSigners(
  lotl: Uint8Array,
  configured: readonly Uint8Array[],
  tools: Tools,
  signal: AbortSignal | undefined,
): Promise<readonly Uint8Array[]> {
  const named = await tools.engine.pivots(lotl);
  let signers = configured;
  for (const url of named.slice(0, MOST_PIVOTS).reverse()) {
    signers = (await signersAfter(url, signers, tools, signal)) ?? signers;
  }
  return signers;
}

/** Whom a pivot lets sign; undefined where it is not signed by those who may: it is older than the configuration. */
async function signersAfter(
  url: string,
  signers: readonly Uint8Array[],
  tools: Tools,
  signal: AbortSignal | undefined,
): Promise<Uint8Array[] | undefined> {
  const name = `pivot-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
  // A pivot never changes: one that was fetched before is as good as its source.
  const copy = await tools.copies.read(name);
  const bytes = copy?.bytes ?? (await fetched(url, tools, signal));
  const fetchedAt = copy?.fetchedAt ?? tools.clock();
  try {
    const { list } = await accepted({ bytes, fetchedAt }, { kind: 'lotl', signers }, undefined, tools);
    if (copy === undefined) await tools.copies.write(name, { bytes, fetchedAt });
    const own = list.pointers.filter(
      ({ kind, territory }) => kind === 'lotl' && territory === list.territory,
    );
    return own.flatMap((pointer) => pointer.signers);
  } catch (error) {
    if (error instanceof ListRefused && error.problem === 'signature_signer') return undefined;
    throw error;
  }
}
