import { PadesError, type SigningOutcome, signDocuments, type TimeStampOption } from '@websign/pades';
import { openPdf, type Prepared, prepareSignature } from '@websign/pdf';
import { digestOf, estimateCmsBytes, type SignatureAlgorithm, type SigningItem } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  documentObjects,
  installed,
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
const noPdfsig = !installed('pdfsig');
const noPyhanko = !installed('pyhanko');

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

function timeStamped(otherwise: 'fail' | 'baseline', fault?: TsaFault): TimeStampOption {
  return { stamp: testStamp(pki, fault === undefined ? {} : { fault }), otherwise };
}

function signer(name: TestSignerName, algorithm: SignatureAlgorithm) {
  const identity = pki.signers[name];
  const sign = async (items: SigningItem[]) =>
    items.map((item) => identity.sign(algorithm, item.signedAttributes));
  return { identity: { chain: identity.chain, algorithm }, sign };
}

function fileOf(original: Uint8Array, outcome: SigningOutcome | undefined): Uint8Array {
  if (outcome?.status !== 'signed') throw new Error('not signed', { cause: outcome });
  return Buffer.concat([original, outcome.tail]);
}

const cases = Object.entries(SIGNER_ALGORITHMS).flatMap(([name, algorithms]) =>
  algorithms.map((algorithm): [TestSignerName, SignatureAlgorithm] => [name as TestSignerName, algorithm]),
);

describe('signDocuments', () => {
  test.skipIf(noPdfsig).each(cases)(
    noPdfsig
      ? 'skipped: pdfsig not installed'
      : 'SGN-10 %s %s: B-T, valid and covering the whole file for pdfsig',
    async (name, algorithm) => {
      const original = smallPdf();
      const { identity, sign } = signer(name, algorithm);
      const prepared = await prepare(original, algorithm, identity.chain);
      const [outcome] = await signDocuments([prepared], identity, sign, ports, timeStamped('fail'));
      expect(outcome).toMatchObject({ status: 'signed', level: 'B-T' });
      const { output } = judgedFiles('pdfsig', { 'a.pdf': fileOf(original, outcome) }, '-nocert', 'a.pdf');
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
      const original = smallPdf();
      const { identity, sign } = signer(name, algorithm);
      const prepared = await prepare(original, algorithm, identity.chain);
      const [outcome] = await signDocuments([prepared], identity, sign, ports, timeStamped('fail'));
      const files = {
        'a.pdf': fileOf(original, outcome),
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

  test('SGN-9 many documents, one call to the signer, each its own outcome', async () => {
    const algorithm = 'ecdsa-p256-sha256';
    const { identity, sign } = signer('p256', algorithm);
    const originals = ['one', 'two', 'three'].map(smallPdf);
    const documents = await Promise.all(originals.map((bytes) => prepare(bytes, algorithm, identity.chain)));
    let calls = 0;
    const spoilt = async (items: SigningItem[]) => {
      calls++;
      const [first, , third] = await sign(items);
      return [first, first, third].map((value) => value ?? new Uint8Array(0));
    };
    const outcomes = await signDocuments(documents, identity, spoilt, ports);
    expect(calls).toBe(1);
    expect(outcomes.map(({ status }) => status)).toEqual(['signed', 'failed', 'signed']);
    expect(outcomes[1]).toMatchObject({ error: { code: 'signature_invalid' } });
  });

  test('a signer that gives fewer values than asked is refused', async () => {
    const { identity } = signer('p256', 'ecdsa-p256-sha256');
    const prepared = await prepare(smallPdf(), 'ecdsa-p256-sha256', identity.chain);
    const signing = signDocuments([prepared], identity, async () => [], ports);
    await expect(signing).rejects.toMatchObject({ code: 'signature_count' });
  });

  test.each<TsaFault>(['nonce', 'imprint', 'key_usage', 'rejected', 'garbage', 'signature', 'time'])(
    'a time-stamp with a wrong %s never gets into a document',
    async (fault) => {
      const { identity, sign } = signer('p256', 'ecdsa-p256-sha256');
      const prepared = await prepare(smallPdf(), 'ecdsa-p256-sha256', identity.chain);
      const [refused] = await signDocuments([prepared], identity, sign, ports, timeStamped('fail', fault));
      expect(refused).toMatchObject({ status: 'failed', error: { code: 'time_stamp_failed' } });
      const [baseline] = await signDocuments(
        [prepared],
        identity,
        sign,
        ports,
        timeStamped('baseline', fault),
      );
      expect(baseline).toMatchObject({ status: 'signed', level: 'B-B' });
      expect(baseline?.status === 'signed' && baseline.timeStampError).toBeInstanceOf(PadesError);
    },
  );

  test('a token that does not fit the slot is a matter of the time-stamp, not of the signature', async () => {
    const { identity, sign } = signer('p256', 'ecdsa-p256-sha256');
    const prepared = await prepareSignature(openPdf(smallPdf(), ports), {
      time: { epochMs: TEST_NOW, offsetMinutes: 0 },
      digestAlgorithm: 'SHA-256',
      contentsBytes: 3000,
    });
    const [outcome] = await signDocuments([prepared], identity, sign, ports, timeStamped('baseline'));
    expect(outcome).toMatchObject({
      status: 'signed',
      level: 'B-B',
      timeStampError: { code: 'time_stamp_too_large' },
    });
  });
});
