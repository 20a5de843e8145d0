import {
  draftSignature,
  finishSignature,
  type SignedDocument,
  type Stamp,
  signingItem,
} from '@websign/pades';
import { openPdf, type Prepared, prepareSignature } from '@websign/pdf';
import { digestOf, estimateCmsBytes, type SignatureAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  documentObjects,
  isInstalled,
  judgedFiles,
  makeTestPki,
  pem,
  SIGNER_ALGORITHMS,
  TEST_NOW,
  type TestSignerName,
  type TsaFault,
  testStamp,
  writePdf,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';

function smallPdf(text = 'hello'): Uint8Array {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  return writePdf({ objects: documentObjects({ pages: [{ content }] }), kind: 'table' });
}

const ports = nodePorts();
const pki = makeTestPki();
const noPdfsig = !isInstalled('pdfsig');
const noPyhanko = !isInstalled('pyhanko');

async function prepare(
  bytes: Uint8Array,
  algorithm: SignatureAlgorithm,
  chain: Uint8Array[],
): Promise<Prepared> {
  return prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 120 },
    digestAlgorithm: digestOf(algorithm),
    contentsBytes: estimateCmsBytes(chain),
  });
}

/** Both phases with the signer at hand; `spoil` is a signer's mistake. */
async function finished(
  name: TestSignerName,
  algorithm: SignatureAlgorithm,
  prepared: Prepared,
  stamp?: Stamp,
  spoil: (value: Uint8Array) => Uint8Array = (value) => value,
): Promise<SignedDocument> {
  const { chain, sign } = pki.signers[name];
  const draft = draftSignature(prepared, { chain, algorithm }, ports);
  const value = spoil(sign(algorithm, signingItem(draft).signedAttributes));
  return finishSignature(prepared, draft, value, ports, stamp);
}

async function stampedFile(name: TestSignerName, algorithm: SignatureAlgorithm): Promise<Uint8Array> {
  const original = smallPdf();
  const prepared = await prepare(original, algorithm, pki.signers[name].chain);
  const { tail, level } = await finished(name, algorithm, prepared, testStamp(pki));
  expect(level).toBe('B-T');
  return Buffer.concat([original, tail]);
}

const cases = Object.entries(SIGNER_ALGORITHMS).flatMap(([name, algorithms]) =>
  algorithms.map((algorithm): [TestSignerName, SignatureAlgorithm] => [name as TestSignerName, algorithm]),
);

describe('draftSignature and finishSignature', () => {
  test.skipIf(noPdfsig).each(cases)(
    noPdfsig
      ? 'skipped: pdfsig not installed'
      : 'SGN-10 %s %s: B-T, valid and covering the whole file for pdfsig',
    async (name, algorithm) => {
      const file = await stampedFile(name, algorithm);
      const { output } = judgedFiles('pdfsig', { 'a.pdf': file }, '-nocert', 'a.pdf');
      expect(output).toContain('Signature is Valid');
      expect(output).toContain('Total document signed');
      expect(output).toContain('ETSI.CAdES.detached');
    },
  );

  test.skipIf(noPyhanko).each(cases)(
    noPyhanko
      ? 'skipped: pyhanko not installed'
      : 'SGN-10 %s %s: intact and trusted for pyHanko, its time-stamp too, nothing changed after it',
    async (name, algorithm) => {
      const files = {
        'a.pdf': await stampedFile(name, algorithm),
        'root.pem': pem('CERTIFICATE', pki.root.certificate),
      };
      const trust = ['--trust', 'root.pem', '--trust-replace', '--no-revocation-check'];
      const time = ['--validation-time', new Date(TEST_NOW).toISOString()];
      const { output, status } = judgedFiles(
        'pyhanko',
        files,
        'sign',
        'validate',
        ...trust,
        ...time,
        'a.pdf',
      );
      expect(output).toContain('INTACT:TRUSTED,TIMESTAMP_TOKEN<INTACT:TRUSTED>,UNTOUCHED');
      expect(status).toBe(0);
    },
  );

  test('a value that is not of these signed attributes never gets into a document', async () => {
    const prepared = await prepare(smallPdf(), 'ecdsa-p256-sha256', pki.signers.p256.chain);
    const other = pki.signers.p256.sign('ecdsa-p256-sha256', new Uint8Array(32));
    for (const wrong of [other, new Uint8Array(0), new Uint8Array(64)]) {
      const signing = finished('p256', 'ecdsa-p256-sha256', prepared, testStamp(pki), () => wrong);
      await expect(signing).rejects.toMatchObject({ name: 'PadesError', code: 'signature_invalid' });
    }
  });

  test('the item for a signer holds no certificates', () => {
    const { chain } = pki.signers.p256;
    const prepared = { digest: new Uint8Array(32), digestAlgorithm: 'SHA-256' } as const;
    const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
    expect(Object.keys(signingItem(draft)).toSorted()).toEqual([
      'digest',
      'digestAlgorithm',
      'signatureAlgorithm',
      'signedAttributes',
    ]);
  });

  test.each<TsaFault>(['nonce', 'imprint', 'key_usage', 'rejected', 'garbage', 'signature', 'time'])(
    'a time-stamp with a wrong %s never gets into a document',
    async (fault) => {
      const prepared = await prepare(smallPdf(), 'ecdsa-p256-sha256', pki.signers.p256.chain);
      const signing = finished('p256', 'ecdsa-p256-sha256', prepared, testStamp(pki, { fault }));
      await expect(signing).rejects.toMatchObject({ name: 'PadesError', code: 'time_stamp_failed' });
    },
  );

  test('a token that does not fit the slot is a matter of the time-stamp, not of the signature', async () => {
    const prepared = await prepareSignature(openPdf(smallPdf(), ports), {
      time: { epochMs: TEST_NOW, offsetMinutes: 0 },
      digestAlgorithm: 'SHA-256',
      contentsBytes: 3000,
    });
    expect(await finished('p256', 'ecdsa-p256-sha256', prepared)).toMatchObject({ level: 'B-B' });
    const stamped = finished('p256', 'ecdsa-p256-sha256', prepared, testStamp(pki));
    await expect(stamped).rejects.toMatchObject({ name: 'PadesError', code: 'time_stamp_too_large' });
  });
});
