import { createHash } from 'node:crypto';
import {
  checkSignatures,
  draftSignature,
  finishSignature,
  type SignatureCheck,
  type Stamp,
} from '@websign/pades';
import { embed, openPdf, PdfError, type Prepared, prepareSignature, signatureFields } from '@websign/pdf';
import { assembleCms, digestOf, draftCms, type SignatureAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  documentObjects,
  installed,
  judgedFiles,
  makeTestPki,
  pem,
  SIGNER_ALGORITHMS,
  TEST_KEYS,
  TEST_NOW,
  type TestSignerName,
  testStamp,
  writePdf,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function smallPdf(text = 'hello'): Uint8Array {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  return writePdf({ objects: documentObjects({ pages: [{ content }] }), kind: 'table' });
}

const ports = nodePorts();
const pki = makeTestPki();
const noOpenssl = !installed('openssl');
const { p256 } = pki.signers;

const prepare = (bytes: Uint8Array, algorithm: SignatureAlgorithm = 'ecdsa-p256-sha256'): Promise<Prepared> =>
  prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    digestAlgorithm: digestOf(algorithm),
    contentsBytes: 12_000,
  });

const timeStamp = testStamp(pki);

async function signed(
  bytes: Uint8Array,
  name: TestSignerName,
  algorithm: SignatureAlgorithm,
  stamp?: Stamp,
): Promise<Uint8Array> {
  const signer = pki.signers[name];
  const prepared = await prepare(bytes, algorithm);
  const draft = draftSignature(prepared, { chain: signer.chain, algorithm }, ports);
  const value = signer.sign(algorithm, draft.signedAttributes);
  const { tail } = await finishSignature(prepared, draft, value, ports, stamp);
  return Buffer.concat([bytes, tail]);
}

const check = (bytes: Uint8Array): Promise<SignatureCheck[]> =>
  checkSignatures(bytes, signatureFields(openPdf(bytes, ports)), ports);

const cases = Object.entries(SIGNER_ALGORITHMS).flatMap(([name, algorithms]) =>
  algorithms.map((algorithm): [TestSignerName, SignatureAlgorithm] => [name as TestSignerName, algorithm]),
);

describe('checkSignatures', () => {
  test.each(cases)('%s %s: what we sign is intact, B-T', async (name, algorithm) => {
    const checks = await check(await signed(smallPdf(), name, algorithm, timeStamp));
    expect(checks).toMatchObject([
      {
        kind: 'signature',
        subFilter: 'ETSI.CAdES.detached',
        integrity: 'intact',
        covers: 'whole_file',
        signerName: expect.stringMatching(/^[\u0370-\u03ff]+ [\u0370-\u03ff]+$/),
        timeStamp: {
          valid: true,
          genTime: TEST_NOW,
          authority: 'CN=Test Time-Stamp Authority,O=WebSign Test,C=GR',
        },
      },
    ]);
  });

  test('SGN-10 ten signatures: all intact, each but the last covering its revision', async () => {
    let bytes = smallPdf();
    for (let i = 0; i < 10; i++)
      bytes = await signed(
        bytes,
        i % 2 === 0 ? 'p256' : 'p384',
        i % 2 === 0 ? 'ecdsa-p256-sha256' : 'ecdsa-p384-sha384',
      );
    const checks = await check(bytes);
    expect(checks.map(({ integrity }) => integrity)).toEqual(Array(10).fill('intact'));
    expect(checks.filter(({ covers }) => covers === 'whole_file')).toHaveLength(1);
  });

  test('the answer is plain data', async () => {
    const checks = await check(await signed(smallPdf(), 'p256', 'ecdsa-p256-sha256', timeStamp));
    expect(structuredClone(checks)).toEqual(checks);
  });

  test('any flipped covered byte is found', async () => {
    const original = smallPdf();
    const bytes = await signed(original, 'p256', 'ecdsa-p256-sha256');
    const facts = signatureFields(openPdf(bytes, ports))[0]?.signature?.contents ?? { start: 0, end: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        if (at >= facts.start && at < facts.end) return;
        const changed = Uint8Array.from(bytes, (octet, i) => (i === at ? octet ^ mask : octet));
        try {
          expect((await check(changed)).filter(({ integrity }) => integrity === 'intact')).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(PdfError);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('any flipped octet of the CMS is found', async () => {
    const bytes = smallPdf();
    const prepared = await prepare(bytes);
    const { digest, digestAlgorithm } = prepared;
    const chain = [p256.certificate];
    const draft = draftCms({ digest, digestAlgorithm, chain, algorithm: 'ecdsa-p256-sha256' }, ports);
    const cms = assembleCms(draft, p256.sign('ecdsa-p256-sha256', draft.signedAttributes));
    const survivors: number[] = [];
    for (let at = 0; at < cms.length; at++) {
      const changed = cms.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at & 7));
      const [one] = await check(Buffer.concat([bytes, embed(prepared, changed)]));
      if (one?.integrity === 'intact') survivors.push(at);
    }
    // Octet 25 is the version of SignedData: others write wrong ones, and nothing depends on it.
    expect(survivors).toEqual([25]);
  });

  test('octets after the CMS that are not zero are found', async () => {
    const bytes = await signed(smallPdf(), 'p256', 'ecdsa-p256-sha256');
    const { end } = signatureFields(openPdf(bytes, ports))[0]?.signature?.contents ?? { end: 0 };
    bytes[end - 3] = 0x31;
    expect(await check(bytes)).toMatchObject([{ integrity: 'broken', reason: 'byte_range' }]);
  });

  test('a certificate that was put in the place of the signer’s is found', async () => {
    const bytes = smallPdf();
    const prepared = await prepare(bytes);
    const { digest, digestAlgorithm } = prepared;
    const algorithm = 'ecdsa-p256-sha256';
    // The same key, issuer and serial number under another name: the value verifies with both.
    const other = pki.issue('p256', { serial: 10, name: { commonName: 'Somebody Else' } });
    const draft = draftCms({ digest, digestAlgorithm, chain: p256.chain, algorithm }, ports);
    const cms = assembleCms({ ...draft, chain: other.chain }, p256.sign(algorithm, draft.signedAttributes));
    expect(await check(Buffer.concat([bytes, embed(prepared, cms)]))).toMatchObject([
      { integrity: 'broken', reason: 'certificate_binding' },
    ]);
  });
});

/** A prepared document of another /SubFilter: same length, before anything was digested. */
async function preparedAs(
  bytes: Uint8Array,
  subFilter: string,
): Promise<{ prepared: Prepared; content: Buffer }> {
  const prepared = await prepare(bytes);
  const text = Buffer.from(prepared.tail).toString('latin1');
  const changed = text.replace('/ETSI.CAdES.detached', `/${subFilter.padEnd(19)}`);
  expect(changed.length).toBe(text.length);
  const tail = Buffer.from(changed, 'latin1');
  const whole = Buffer.concat([bytes, tail]);
  const [, before, after, length] = prepared.byteRange;
  const content = Buffer.concat([whole.subarray(0, before), whole.subarray(after, after + length)]);
  return { prepared: { ...prepared, tail }, content };
}

describe('the other sub-filters', () => {
  const files = (content: Uint8Array) => ({
    content,
    'key.pem': TEST_KEYS.rsa2048,
    'signer.pem': pem('CERTIFICATE', pki.signers.rsa2048.certificate),
  });
  const opensslSign = (content: Uint8Array, ...options: string[]) =>
    judgedFiles(
      'openssl',
      files(content),
      ...[
        'cms',
        '-sign',
        '-binary',
        '-in',
        'content',
        '-signer',
        'signer.pem',
        '-inkey',
        'key.pem',
        '-outform',
        'DER',
      ],
      ...options,
    ).stdout;

  test.skipIf(noOpenssl).each([
    ['signed attributes', 'adbe.pkcs7.detached', []],
    ['no signed attributes', 'adbe.pkcs7.detached', ['-noattr']],
    ['a subject key identifier', 'adbe.pkcs7.detached', ['-keyid']],
    ['SHA-1', 'adbe.pkcs7.detached', ['-md', 'sha1']],
    [
      'RSASSA-PSS',
      'adbe.pkcs7.detached',
      ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:digest'],
    ],
    ['signing-certificate-v2', 'ETSI.CAdES.detached', ['-cades']],
  ])('openssl’s CMS with %s as %s is intact; over other bytes it is not', async (_, subFilter, options) => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, subFilter);
    const cms = opensslSign(content, ...options);
    expect(cms.length).toBeGreaterThan(0);
    const good = await check(Buffer.concat([bytes, embed(prepared, cms)]));
    expect(good).toMatchObject([{ subFilter, integrity: 'intact', signerName: 'Μαρία Δημητρίου' }]);
    const wrong = opensslSign(Buffer.concat([content, Buffer.from('x')]), ...options);
    expect(await check(Buffer.concat([bytes, embed(prepared, wrong)]))).toMatchObject([
      { integrity: 'broken', reason: options.includes('-noattr') ? 'signature_value' : 'content_digest' },
    ]);
  });

  test.skipIf(noOpenssl).each([
    ['DER', ['-noindef']],
    ['BER of indefinite length, the content in segments', ['-indef']],
  ])('adbe.pkcs7.sha1 in %s: the digest of the byte range is the content', async (_, options) => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.sha1');
    const outcome = async (digest: Uint8Array) =>
      check(Buffer.concat([bytes, embed(prepared, opensslSign(digest, '-nodetach', ...options))]));
    const digest = createHash('sha1').update(content).digest();
    expect(await outcome(digest)).toMatchObject([{ integrity: 'intact', covers: 'whole_file' }]);
    expect(await outcome(createHash('sha1').update('x').digest())).toMatchObject([
      { integrity: 'broken', reason: 'content_digest' },
    ]);
  });

  test.skipIf(noOpenssl)(
    'a detached signature with content of its own is broken, though that content verifies',
    async () => {
      const bytes = smallPdf();
      const { prepared } = await preparedAs(bytes, 'adbe.pkcs7.detached');
      const cms = opensslSign(Buffer.from('other content'), '-nodetach');
      expect(await check(Buffer.concat([bytes, embed(prepared, cms)]))).toMatchObject([
        { integrity: 'broken', reason: 'encapsulated_content' },
      ]);
    },
  );

  test.skipIf(noOpenssl)('ETSI.CAdES.detached without signing-certificate is broken', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    expect(await check(Buffer.concat([bytes, embed(prepared, opensslSign(content))]))).toMatchObject([
      { integrity: 'broken', reason: 'certificate_binding' },
    ]);
  });

  test('ETSI.RFC3161: a document time-stamp, and one over other bytes', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'ETSI.RFC3161');
    const stamped = async (over: Uint8Array) => {
      const token = await timeStamp(over);
      return check(Buffer.concat([bytes, embed(prepared, token)]));
    };
    expect(await stamped(content)).toMatchObject([
      { kind: 'document_time_stamp', integrity: 'intact', timeStamp: { valid: true, genTime: TEST_NOW } },
    ]);
    expect(await stamped(Buffer.from('x'))).toMatchObject([
      { integrity: 'broken', reason: 'time_stamp', timeStamp: { valid: false, reason: 'timestamp_imprint' } },
    ]);
  });

  test('an unknown sub-filter is reported, never taken for unsigned', async () => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'adbe.x509.rsa_sha1');
    expect(await check(Buffer.concat([bytes, embed(prepared, Uint8Array.of(4, 1, 1))]))).toMatchObject([
      { subFilter: 'adbe.x509.rsa_sha1', integrity: 'unsupported', reason: 'sub_filter' },
    ]);
  });

  test('MAP-8 a byte range that covers nothing is broken, whatever the sub-filter', async () => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'adbe.x509.rsa_sha1');
    const file = Buffer.concat([bytes, embed(prepared, Uint8Array.of(4, 1, 1))]).toString('latin1');
    const forged = file.replace('/ByteRange', '/ByteRanks');
    expect(forged).not.toBe(file);
    expect(await check(Buffer.from(forged, 'latin1'))).toMatchObject([
      { integrity: 'broken', reason: 'byte_range' },
    ]);
  });

  test('a document with more signatures, or more signed bytes, than it may cost', async () => {
    const bytes = await signed(smallPdf(), 'p256', 'ecdsa-p256-sha256');
    const [field] = signatureFields(openPdf(bytes, ports));
    if (field?.signature === undefined) throw new Error('no signature');
    const many = await checkSignatures(bytes, Array(202).fill(field), ports);
    expect(many.slice(199).map(({ integrity }) => integrity)).toEqual([
      'intact',
      'unsupported',
      'unsupported',
    ]);
    expect(many[200]?.reason).toBe('limit');
    const signature = {
      ...field.signature,
      byteRange: [0, 2 ** 31, 2 ** 31, 1] as [number, number, number, number],
    };
    expect(await checkSignatures(bytes, [{ ...field, signature }], ports)).toMatchObject([
      { reason: 'limit' },
    ]);
  });

  test('what is no CMS at all is broken; so is one with bombs of nesting', async () => {
    const bytes = smallPdf();
    const prepared = await prepare(bytes);
    const deep = Uint8Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? 0x30 : 0x80));
    for (const junk of [Buffer.from('junk'), Uint8Array.of(0x30, 0), deep]) {
      const [one] = await check(Buffer.concat([bytes, embed(prepared, junk)]));
      expect(one?.integrity).toBe('broken');
    }
  });
});
