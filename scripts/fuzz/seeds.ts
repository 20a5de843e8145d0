import { nodePorts } from '@websign/ports';
import { type LongTermWorld, signatureInnocents, signedDocument, type XrefKind } from '@websign/testkit';
import { raised, sign } from '../../bench/long-term.ts';

const ports = nodePorts();
const KINDS: readonly XrefKind[] = ['table', 'stream', 'objstm'];

/** A signed file to start from. */
export interface Seed {
  name: string;
  bytes: Uint8Array;
}

/** Files at B-LT and B-LTA, signed once and twice, and updates of them that we permit; others forbid some of these. */
export async function makeSeeds(world: LongTermWorld): Promise<Seed[]> {
  const seeds: Seed[] = [];
  for (const kind of KINDS) {
    const document = signedDocument(kind);
    const [lasting, archived] = [
      await signedAt(document, 'B-LT', world),
      await signedAt(document, 'B-LTA', world),
    ];
    seeds.push({ name: `B-LT (${kind})`, bytes: lasting }, { name: `B-LTA (${kind})`, bytes: archived });
    seeds.push({ name: `signed twice (${kind})`, bytes: await signedAt(lasting, 'B-LT', world) });
  }
  const [first] = seeds;
  if (first === undefined) return seeds;
  // Updates that say themselves how they were signed need another signature than this one.
  for (const { name, make, wish } of signatureInnocents) {
    if (Object.keys(wish).length === 0) seeds.push({ name, bytes: make(first.bytes) });
  }
  return seeds;
}

async function signedAt(
  bytes: Uint8Array,
  level: 'B-LT' | 'B-LTA',
  world: LongTermWorld,
): Promise<Uint8Array> {
  const signed = await sign(bytes, world, ports, world.stamp);
  return Buffer.concat([bytes, (await raised(bytes, signed, level, world, ports)).tail]);
}
