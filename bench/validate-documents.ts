import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Material } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { longTermWorld } from '@websign/testkit';
import { NO_MATERIAL, raised, sign } from './long-term.ts';

/** On what a file is judged. */
export interface Grounds {
  /** DER. */
  root: Uint8Array;
  /** Milliseconds since 1970. */
  at: number;
  /** What is not in the file. */
  material: Material;
}

const ports = nodePorts();

/** A file with `count` signatures at B-B; the last is raised to B-LTA where that is wanted. */
export async function signedFile(
  original: Uint8Array,
  count: number,
  level: 'B-B' | 'B-LTA',
): Promise<{ bytes: Uint8Array; grounds: Grounds }> {
  const world = await longTermWorld();
  let bytes = original;
  for (let signature = 1; signature < count; signature += 1) {
    bytes = Buffer.concat([bytes, (await sign(bytes, world, ports)).tail]);
  }
  const last = await sign(bytes, world, ports, level === 'B-LTA' ? world.stamp : undefined);
  const long = await raised(bytes, last, 'B-LTA', world, ports);
  const grounds = { root: world.root.certificate, at: world.now, material: long.material };
  return level === 'B-LTA'
    ? { bytes: Buffer.concat([bytes, long.tail]), grounds: { ...grounds, material: NO_MATERIAL } }
    : { bytes: Buffer.concat([bytes, last.tail]), grounds };
}

/** Puts a file and its grounds where `node validate-once.ts` and pyHanko find them. */
export async function writeCase(folder: string, bytes: Uint8Array, grounds: Grounds): Promise<void> {
  await mkdir(folder, { recursive: true });
  const base64 = (list: readonly Uint8Array[]) => list.map((der) => Buffer.from(der).toString('base64'));
  const { certificates, ocsps, crls } = grounds.material;
  const told = {
    root: Buffer.from(grounds.root).toString('base64'),
    at: grounds.at,
    certificates: base64(certificates),
    ocsps: base64(ocsps),
    crls: base64(crls),
  };
  await writeFile(join(folder, 'document.pdf'), bytes);
  await writeFile(join(folder, 'grounds.json'), JSON.stringify(told));
}

export function readGrounds(folder: string): Grounds {
  const told = JSON.parse(readFileSync(join(folder, 'grounds.json'), 'utf8'));
  const octets = (list: string[]) => list.map((one) => new Uint8Array(Buffer.from(one, 'base64')));
  const material = {
    certificates: octets(told.certificates),
    ocsps: octets(told.ocsps),
    crls: octets(told.crls),
  };
  return { root: new Uint8Array(Buffer.from(told.root, 'base64')), at: told.at, material };
}
