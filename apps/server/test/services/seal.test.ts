import { createHash } from 'node:crypto';
import { openPdf, prepareSignature } from '@websign/pdf';
import { parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { documentObjects, makeTestPki, writePdf } from '@websign/testkit';
import { expect, test, vi } from 'vitest';
import type { Engine } from '../../src/sandbox/engine.ts';
import { sealed } from '../../src/services/evidence-sheet/seal.ts';

test('the seal never signs a digest that a parser child chose', async () => {
  const bytes = writePdf({ kind: 'table', objects: documentObjects() });
  const { chain } = (await makeTestPki()).signers.p256;
  const [der = new Uint8Array()] = chain;
  const sign = vi.fn((): Uint8Array => new Uint8Array(64));
  const seal = { chain, certificate: parseCertificate(der), algorithm: 'ecdsa-p256-sha256' as const, sign };
  const prepare: Engine['prepare'] = async (source, wish) => {
    for await (const chunk of source.read()) expect(chunk.length).toBeGreaterThan(0);
    const { visible: _, ...options } = wish;
    const prepared = await prepareSignature(openPdf(bytes, nodePorts()), options);
    return { ...prepared, digest: new Uint8Array(createHash('sha256').update('another sheet').digest()) };
  };
  const tools = { seal, engine: { prepare } as Engine, timeStamps: undefined, clock: Date.now };
  const config = { TIME_ZONE: 'Europe/Athens' } as Parameters<typeof sealed>[0]['config'];
  await expect(sealed({ ...tools, config }, bytes)).rejects.toMatchObject({ code: 'crashed' });
  expect(sign).not.toHaveBeenCalled();
});
