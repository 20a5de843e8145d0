/**
 * Signs one file in a process of its own: `node sign-once.ts FILE ROUNDS`. Prints JSON with the milliseconds of
 * each round, those of the floor (SHA-256 of the same bytes and one RSA-3072 private-key operation), and the
 * process's peak memory.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { embed, openPdf, prepareSignature } from '@websign/pdf';
import { assembleCms, draftCms, estimateCmsBytes } from '@websign/pki';
import { nodePorts } from '@websign/ports';
// Not the whole of the testkit: its other modules would be in the memory that is measured.
import { makeTestPki } from '@websign/testkit/test-pki';
import { peakBytes } from './timing.ts';

export interface SignTimes {
  sign: number[];
  floor: number[];
  peakBytes: number;
}

const [file = '', rounds = '1'] = process.argv.slice(2);
const ports = nodePorts();
const signer = makeTestPki().signers.rsa3072;
const algorithm = 'rsa-pss-sha256';
const bytes = readFileSync(file);

/** PAdES B-B, from the bytes to the finished tail; original + tail is the file. */
async function sign(): Promise<Uint8Array> {
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: Date.now(), offsetMinutes: 120 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(signer.chain),
  });
  const { digest, digestAlgorithm } = prepared;
  const draft = draftCms({ digest, digestAlgorithm, chain: signer.chain, algorithm }, ports);
  return embed(prepared, assembleCms(draft, signer.sign(algorithm, draft.signedAttributes)));
}

function floor(): Uint8Array {
  return signer.sign(algorithm, createHash('sha256').update(bytes).digest());
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const times: SignTimes = { sign: [], floor: [], peakBytes: 0 };
for (let round = 0; round < Number(rounds); round += 1) {
  times.floor.push(await timed(floor));
  times.sign.push(await timed(sign));
}
times.peakBytes = peakBytes();
process.stdout.write(JSON.stringify(times));
