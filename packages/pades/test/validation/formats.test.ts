import { createHash, generateKeyPairSync } from 'node:crypto';
import { type SignatureReport, validate } from '@websign/pades';
import { embed, openPdf, type Prepared, prepareSignature } from '@websign/pdf';
import { assembleCms, buildCertificate, draftCms, parseCertificate } from '@websign/pki';
import {
  isInstalled,
  judgedFiles,
  pem,
  signedBy,
  TEST_KEYS,
  TEST_NOW,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  DAY,
  first,
  joined,
  judge,
  ports,
  read,
  SIGNER_EXTENSIONS,
  sign,
  smallPdf,
  token,
  type World,
  withMaterial,
  world,
} from './world.ts';

const noOpenssl = !isInstalled('openssl');
const base = await world();
const signer = await testSubject('rsa2048', 'Signer', base.ca, {
  serial: Uint8Array.of(0x5a, 11),
  extensions: SIGNER_EXTENSIONS,
});
const it: World = { ...base, signer };
const fine = await allGood(it);
const judged = async (bytes: Uint8Array): Promise<SignatureReport> =>
  first(await judge(bytes, it, { material: fine }));

/** A prepared document of another /SubFilter, before anything was digested. */
async function preparedAs(
  bytes: Uint8Array,
  subFilter: string,
): Promise<{ prepared: Prepared; content: Buffer }> {
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: 12_000,
  });
  const text = Buffer.from(prepared.tail).toString('latin1');
  const tail = Buffer.from(text.replace('/ETSI.CAdES.detached', `/${subFilter.padEnd(19)}`), 'latin1');
  const whole = Buffer.concat([bytes, tail]);
  const [, before, after, length] = prepared.byteRange;
  const content = Buffer.concat([whole.subarray(0, before), whole.subarray(after, after + length)]);
  return { prepared: { ...prepared, tail }, content };
}

const opensslSign = (content: Uint8Array, ...options: string[]): Uint8Array =>
  judgedFiles(
    'openssl',
    { content, 'key.pem': TEST_KEYS.rsa2048, 'signer.pem': pem('CERTIFICATE', signer.certificate) },
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

describe('formats', () => {
  test.skipIf(noOpenssl).each([
    ['signed attributes', 'adbe.pkcs7.detached', []],
    ['no signed attributes', 'adbe.pkcs7.detached', ['-noattr']],
    ['a subject key identifier', 'adbe.pkcs7.detached', ['-keyid']],
    [
      'RSASSA-PSS',
      'adbe.pkcs7.detached',
      ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:digest'],
    ],
    [
      'RSASSA-PSS with the longest salt',
      'adbe.pkcs7.detached',
      ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:max'],
    ],
    [
      'RSASSA-PSS masked by another digest',
      'adbe.pkcs7.detached',
      ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:32', '-keyopt', 'rsa_mgf1_md:sha512'],
    ],
    [
      'RSASSA-PSS masked by another digest, without signed attributes',
      'adbe.pkcs7.detached',
      ['-noattr', '-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_mgf1_md:sha384'],
    ],
    ['signing-certificate-v2', 'ETSI.CAdES.detached', ['-cades']],
    ['SHA3-256', 'adbe.pkcs7.detached', ['-md', 'sha3-256']],
    ['SHA-224', 'adbe.pkcs7.detached', ['-md', 'sha224']],
  ])('openssl’s CMS with %s as %s passes; over other bytes it fails', async (_, subFilter, options) => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, subFilter);
    const report = await judged(joined(bytes, embed(prepared, opensslSign(content, ...options))));
    expect(report).toMatchObject({ subFilter, indication: 'TOTAL-PASSED' });
    expect(report.level).toBe(subFilter === 'ETSI.CAdES.detached' ? 'B-B' : undefined);
    const wrong = opensslSign(Buffer.concat([content, Buffer.from('x')]), ...options);
    expect(await judged(joined(bytes, embed(prepared, wrong)))).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: options.includes('-noattr') ? 'SIG_CRYPTO_FAILURE' : 'HASH_FAILURE',
    });
  });

  test.skipIf(noOpenssl)('a mask by SHA-1 is a weak algorithm, and no forgery', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const options = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_mgf1_md:sha1'];
    const report = await judged(joined(bytes, embed(prepared, opensslSign(content, ...options))));
    expect([report.indication, report.subIndication]).toEqual([
      'INDETERMINATE',
      'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    ]);
    expect(report.steps).toContainEqual(expect.objectContaining({ reason: 'algorithm_weak' }));
    expect(report.steps).toContainEqual(
      expect.objectContaining({ block: 'cryptographic', outcome: 'passed' }),
    );
  });

  test.skipIf(noOpenssl)('a key that never counted is weak, and not so since some day', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 768 });
    const { issuer, subject, validity } = parseCertificate(signer.certificate);
    const serial = Uint8Array.of(0x5a, 12);
    const certificate = await buildCertificate(
      {
        serial,
        issuer: issuer.der,
        subject: subject.der,
        validity,
        spki: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })),
        extensions: SIGNER_EXTENSIONS,
      },
      it.ca.algorithm,
      signedBy(it.ca),
    );
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const { stdout } = judgedFiles(
      'openssl',
      {
        content,
        'key.pem': privateKey.export({ format: 'pem', type: 'pkcs8' }),
        'signer.pem': pem('CERTIFICATE', certificate),
      },
      ...['cms', '-sign', '-binary', '-in', 'content', '-outform', 'DER'],
      ...['-signer', 'signer.pem', '-inkey', 'key.pem'],
    );
    const ocsps = [...fine.ocsps, await testOcsp(it.ca, it.ca, certificate)];
    const report = first(
      await judge(joined(bytes, embed(prepared, stdout)), it, { material: { ...fine, ocsps } }),
    );
    expect([report.indication, report.subIndication]).toEqual([
      'INDETERMINATE',
      'CRYPTO_CONSTRAINTS_FAILURE',
    ]);
    expect(report.steps).toContainEqual(
      expect.objectContaining({ block: 'acceptance', reason: 'algorithm_weak' }),
    );
  });

  test('a /ByteRange that stands twice is none', async () => {
    const bytes = await sign(base);
    const text = Buffer.from(bytes).toString('latin1');
    // As long as it was: the date becomes a second one.
    const twice = text.replace(/\/M ?\([^)]*\)/, (date) => '/ByteRange[0 9 9 9]'.padEnd(date.length));
    expect(twice).toHaveLength(text.length);
    const report = await judged(new Uint8Array(Buffer.from(twice, 'latin1')));
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' });
    expect(report.steps[0]).toMatchObject({ block: 'format', outcome: 'failed', reason: 'duplicate_entry' });
  });

  test.skipIf(noOpenssl)('without signed attributes, a broken digest is weak and no forgery', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const cms = opensslSign(content, '-noattr', '-md', 'md5');
    const report = await judged(joined(bytes, embed(prepared, cms)));
    expect([report.indication, report.subIndication]).toEqual([
      'INDETERMINATE',
      'CRYPTO_CONSTRAINTS_FAILURE',
    ]);
    expect(report.steps).toContainEqual(expect.objectContaining({ reason: 'algorithm_weak' }));
  });

  test.skipIf(noOpenssl)('without signed attributes, what was not read is told as a bound', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const found = await read(joined(bytes, embed(prepared, opensslSign(content, '-noattr'))));
    const signatures = found.signatures.map(({ direct, ...unread }) => {
      expect(direct).toBe('holds');
      return unread;
    });
    const grounds = { anchors: it.anchors, at: TEST_NOW, freshnessMs: DAY };
    const report = first(await validate({ ...found, signatures }, fine, grounds, ports));
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'SIGNED_DATA_NOT_FOUND' });
    expect(report.steps).toContainEqual(expect.objectContaining({ block: 'cryptographic', reason: 'limit' }));
  });

  test.skipIf(noOpenssl)('without signed attributes, a certificate elsewhere does not count', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const signed = joined(bytes, embed(prepared, opensslSign(content, '-noattr', '-nocerts')));
    const { certificate } = signer;
    const report = await judged(withMaterial(signed, { certificates: [certificate] }));
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
    });
    expect(report.steps).toContainEqual(expect.objectContaining({ reason: 'certificate_missing' }));
  });

  test.skipIf(noOpenssl).each([
    ['DER', ['-noindef']],
    ['BER of indefinite length, the content in segments', ['-indef']],
  ])('adbe.pkcs7.sha1 in %s: intact, and weak', async (_, options) => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.sha1');
    const outcome = (digest: Uint8Array) =>
      judged(joined(bytes, embed(prepared, opensslSign(digest, '-nodetach', ...options))));
    expect(await outcome(createHash('sha1').update(content).digest())).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    });
    const other = await outcome(createHash('sha1').update('x').digest());
    expect(other).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' });
    expect(other.steps).toContainEqual(expect.objectContaining({ reason: 'content_digest' }));
  });

  test.skipIf(noOpenssl)('adbe.pkcs7.sha1 holds the digest that it signs', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.sha1');
    const digest = createHash('sha1').update(content).digest();
    const detached = await judged(joined(bytes, embed(prepared, opensslSign(digest))));
    expect(detached).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' });
  });

  test.skipIf(noOpenssl)('BER of indefinite lengths', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    const cms = opensslSign(content, '-cades');
    // ContentInfo: header of four octets, the type of eleven, `[0]` with a header of four.
    const ends = Uint8Array.of(0, 0, 0, 0);
    const ber = Buffer.concat([
      Uint8Array.of(0x30, 0x80),
      cms.subarray(4, 15),
      Uint8Array.of(0xa0, 0x80),
      cms.subarray(19),
      ends,
    ]);
    expect(await judged(joined(bytes, embed(prepared, ber)))).toMatchObject({ indication: 'TOTAL-PASSED' });
  });

  test.skipIf(noOpenssl)('content that is called a time-stamp was not signed as a document', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    const outcome = async (...options: string[]) =>
      (await judged(joined(bytes, embed(prepared, opensslSign(content, '-cades', ...options)))))
        .subIndication;
    expect(await outcome()).toBeUndefined();
    expect(await outcome('-econtent_type', '1.2.840.113549.1.9.16.1.4')).toBe('FORMAT_FAILURE');
  });

  test.skipIf(noOpenssl)('a digest by SHA-1 is told, and is weak', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const report = await judged(joined(bytes, embed(prepared, opensslSign(content, '-md', 'sha1'))));
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      algorithms: { digest: 'SHA-1' },
    });
    expect(report.steps).toContainEqual(
      expect.objectContaining({ block: 'acceptance', reason: 'algorithm_weak' }),
    );
  });

  test.skipIf(noOpenssl)('a digest that is not computed here is told, never passed', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    expect(await judged(joined(bytes, embed(prepared, opensslSign(content, '-md', 'md5'))))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
    });
  });

  test.skipIf(noOpenssl).each([2, 17])('%i signers, however many are read', async (count) => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const more = Array<string[]>(count - 1).fill(['-signer', 'signer.pem', '-inkey', 'key.pem']);
    const cms = opensslSign(content, '-noattr', '-nocerts', ...more.flat());
    const report = await judged(joined(bytes, embed(prepared, cms)));
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' });
    expect(report.steps[0]).toMatchObject({ block: 'format', reason: 'signer_count' });
  });

  test.skipIf(noOpenssl)('content of its own, though that verifies', async () => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    const cms = opensslSign(Buffer.from('other content'), '-nodetach');
    const report = await judged(joined(bytes, embed(prepared, cms)));
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' });
    expect(report.steps[0]).toMatchObject({ block: 'format', reason: 'encapsulated_content' });
  });

  test.skipIf(noOpenssl)('ETSI.CAdES.detached without signing-certificate', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    const report = await judged(joined(bytes, embed(prepared, opensslSign(content))));
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
    });
    expect(report.steps).toContainEqual(
      expect.objectContaining({ block: 'acceptance', reason: 'certificate_binding' }),
    );
  });

  test.skipIf(noOpenssl)('no certificate of the signer anywhere', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'adbe.pkcs7.detached');
    expect(await judged(joined(bytes, embed(prepared, opensslSign(content, '-nocerts'))))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
    });
  });

  test('a certificate that was put in the place of the signer’s', async () => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    const { digest, digestAlgorithm } = prepared;
    const algorithm = 'rsa-pkcs1-sha256';
    const other = await testSubject('rsa2048', 'Somebody Else', it.ca, { serial: Uint8Array.of(0x5a, 11) });
    const draft = draftCms({ digest, digestAlgorithm, chain: [signer.certificate], algorithm }, ports);
    const cms = assembleCms(
      { ...draft, chain: [other.certificate] },
      signedBy(signer)(draft.signedAttributes),
    );
    const report = await judged(joined(bytes, embed(prepared, cms)));
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
    });
    expect(report.steps).toContainEqual(expect.objectContaining({ reason: 'certificate_binding' }));
  });

  test('a value that another key made', async () => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    const { digest, digestAlgorithm } = prepared;
    const algorithm = 'rsa-pkcs1-sha256';
    const draft = draftCms({ digest, digestAlgorithm, chain: [signer.certificate], algorithm }, ports);
    const value = signedBy({ ...signer, key: 'intermediate' })(draft.signedAttributes);
    const report = await judged(joined(bytes, embed(prepared, assembleCms(draft, value))));
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE' });
  });

  test.each([
    ['adbe.x509.rsa_sha1', Uint8Array.of(4, 1, 1)],
    ['ETSI.CAdES.attached', Uint8Array.of(0x30, 0)],
  ])('%s is reported, never taken for unsigned', async (subFilter, cms) => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, subFilter);
    const validation = await judge(joined(bytes, embed(prepared, cms)), it);
    expect(validation.verdict).toBe('indeterminate');
    expect(first(validation)).toMatchObject({
      subFilter,
      indication: 'INDETERMINATE',
      subIndication: 'CUSTOM',
    });
  });

  test.each([
    ['junk', Buffer.from('junk'), 'TOTAL-FAILED', 'FORMAT_FAILURE'],
    ['an empty sequence', Uint8Array.of(0x30, 0), 'TOTAL-FAILED', 'FORMAT_FAILURE'],
    [
      'a bomb of nesting, past a bound of ours',
      Uint8Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? 0x30 : 0x80)),
      'INDETERMINATE',
      'CUSTOM',
    ],
  ])('%s in the place of a CMS', async (_, junk, indication, subIndication) => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'ETSI.CAdES.detached');
    expect(await judged(joined(bytes, embed(prepared, junk)))).toMatchObject({ indication, subIndication });
  });

  test('MAP-8 a byte range that is none, whatever the sub-filter', async () => {
    const bytes = smallPdf();
    const { prepared } = await preparedAs(bytes, 'adbe.x509.rsa_sha1');
    const file = Buffer.from(joined(bytes, embed(prepared, Uint8Array.of(4, 1, 1)))).toString('latin1');
    const forged = Buffer.from(file.replace('/ByteRange', '/ByteRanks'), 'latin1');
    expect(await judged(new Uint8Array(forged))).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
      covers: 'partial',
    });
  });

  test('a document time-stamp alone leaves a document unsigned; one over other bytes makes it invalid', async () => {
    const bytes = smallPdf();
    const { prepared, content } = await preparedAs(bytes, 'ETSI.RFC3161');
    const stamped = async (over: Uint8Array) =>
      judge(joined(bytes, embed(prepared, await token(it, over, TEST_NOW))), it, { material: fine });
    const right = await stamped(content);
    expect(right.verdict).toBe('unsigned');
    expect(first(right)).toMatchObject({ kind: 'timestamp', indication: 'TOTAL-PASSED', bestTime: TEST_NOW });
    const wrong = await stamped(Buffer.from('x'));
    expect(wrong.verdict).toBe('invalid');
    expect(first(wrong)).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' });
  });
});
