import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodePorts } from '@websign/ports';
import { longTermWorld, testKey, testSubject } from '@websign/testkit';
import { fewLargeStreams, manyLinkedObjects } from './documents.ts';
import { inFolder } from './folder.ts';
import { raised, sign } from './long-term.ts';
import type { LtaTimes } from './lta-once.ts';
import { beside, pyhankoSigns } from './pyhanko.ts';
import { mebibytes, median, type Row } from './report.ts';
import { middle, type Spent } from './timing.ts';
import { writeCase } from './validate-documents.ts';

const MIB = 1024 * 1024;
const ROUNDS = 15;
const THEIR_ROUNDS = 3;
const SIZES = [5, 10, 20];
const OBJECTS_EACH_MIB = 5000;

const KINDS = [
  { name: 'few large streams', make: (mib: number) => fewLargeStreams(mib * MIB) },
  {
    name: '5,000 objects each MB',
    make: (mib: number) => manyLinkedObjects(mib * MIB, mib * OBJECTS_EACH_MIB),
  },
];

/** What B-LTA costs over B-B, for files of growing size; pyHanko beside it where it is installed. */
export async function ltaRows(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const rows: Row[] = [];
    for (const { name, make } of KINDS) {
      for (const size of SIZES) rows.push(await measure(folder, `${size} MB, ${name}`, make(size)));
    }
    return rows;
  });
}

async function measure(folder: string, name: string, document: Buffer): Promise<Row> {
  await prepare(folder, document);
  const { basic, lasting, floor, digested, peakBytes } = await inChild(folder);
  const theirs = await pyhankoSigns(folder, THEIR_ROUNDS);
  const [at, over] = [middle(lasting), middle(lasting) - middle(basic)];
  return {
    name: `sign B-LTA, ${name}`,
    value: over,
    shown:
      `${told(lasting)} without the authorities, ${over.toFixed(1)} ms over B-B (${told(basic)}); ` +
      `${(at / middle(floor)).toFixed(2)} × floor (${middle(floor).toFixed(1)} ms: SHA-256 and a private-key operation), ` +
      `${(digested / document.length).toFixed(2)} octets digested for each of the file, ${mebibytes(peakBytes)}; ` +
      beside(theirs, at),
  };
}

const told = (rounds: Spent[]): string =>
  `${middle(rounds).toFixed(1)} ms (${median(rounds.map(({ wall }) => wall)).toFixed(0)} on the clock)`;

/** The document, and for pyHanko keys and the material that a signature at B-LTA embeds. */
async function prepare(folder: string, document: Buffer): Promise<void> {
  const world = await longTermWorld();
  const { root, issuing, signer, now: at } = world;
  // pyHanko's own authority for tests signs with RSA alone; the authority's list says that the certificate is good.
  const timeStamping = await testSubject('rsa2048', 'Bench Time-Stamps', issuing, STAMPING);
  const list = await world.answer('/issuing.crl', undefined);
  const made = await sign(document, world, ports, world.stamp);
  const { material } = await raised(document, made, 'B-LTA', world, ports);
  await writeCase(folder, document, {
    root: root.certificate,
    at,
    material: { ...material, crls: [...material.crls, ...(list === undefined ? [] : [list])] },
  });
  const file = join(folder, 'grounds.json');
  const base64 = (octets: Uint8Array) => Buffer.from(octets).toString('base64');
  const keys = {
    chain: [base64(issuing.certificate)],
    signer: base64(signer.certificate),
    signerKey: base64(testKey(signer.key).pkcs8),
    timeStamping: base64(timeStamping.certificate),
    timeStampingKey: base64(testKey(timeStamping.key).pkcs8),
  };
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...keys }));
}

const STAMPING = {
  serial: Uint8Array.of(0x25),
  extensions: {
    basicConstraints: { ca: false },
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true },
    crlDistributionPoints: ['http://pki.test.invalid/issuing.crl'],
  },
} satisfies Parameters<typeof testSubject>[3];
const ports = nodePorts();

async function inChild(folder: string): Promise<LtaTimes> {
  const script = fileURLToPath(new URL('./lta-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, String(ROUNDS)]);
  return JSON.parse(stdout) as LtaTimes;
}
