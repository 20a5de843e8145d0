import { createHash } from 'node:crypto';
import {
  checkTimeStampResponse,
  createTimeStampRequest,
  type DigestAlgorithm,
  issueTimeStamp,
  PkiError,
  type PkiErrorCode,
  parseCertificate,
  type SignatureAlgorithm,
  type TimeStampRequest,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  isInstalled,
  judgedFiles,
  makeTestPki,
  pem,
  TEST_NOW,
  TEST_TSA_POLICY,
  type TestIdentity,
  type TsaFault,
  testTsa,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { boolean, integer, octetString, oid, sequence } from '../src/asn1/writer.ts';

const noOpenssl = !isInstalled('openssl');
const ports = nodePorts();
const pki = makeTestPki();
const anchors = [parseCertificate(pki.root.certificate)];
const data = Buffer.from('a signature value');
const nonce = Uint8Array.of(0, 0x91, 2, 3, 4, 5, 6, 7);

function request(
  algorithm: DigestAlgorithm = 'SHA-256',
  change: Partial<TimeStampRequest> = {},
): TimeStampRequest {
  const digest = createHash(algorithm.replace('-', '')).update(data).digest();
  return createTimeStampRequest({ digest, algorithm, nonce, certReq: true, ...change });
}

async function outcome(
  response: Uint8Array,
  asked = request(),
  trust: { at: number; anchors?: typeof anchors } = { at: TEST_NOW, anchors },
): Promise<PkiErrorCode | 'accepted'> {
  try {
    await checkTimeStampResponse(response, asked, trust, ports);
    return 'accepted';
  } catch (error) {
    if (error instanceof PkiError) return error.code;
    throw error;
  }
}

const tsaExtensions = {
  extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true },
};

function issueWith(
  identity: TestIdentity,
  algorithm: SignatureAlgorithm,
  asked: TimeStampRequest,
  time = TEST_NOW,
) {
  const { chain } = identity;
  const sign = (message: Uint8Array) => identity.sign(algorithm, message);
  return issueTimeStamp(
    asked.der,
    { chain, algorithm, sign, time, serial: Uint8Array.of(0xff, 1), policy: TEST_TSA_POLICY },
    ports,
  );
}

describe.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'openssl as judge', () => {
  const verify = (response: Uint8Array, query: Uint8Array) =>
    judgedFiles(
      'openssl',
      { response, query, 'root.pem': pem('CERTIFICATE', pki.root.certificate), data },
      ...['ts', '-verify', '-in', 'response', '-queryfile', 'query', '-CAfile', 'root.pem'],
      ...['-attime', String(TEST_NOW / 1000)],
    );

  test.each<DigestAlgorithm>(['SHA-256', 'SHA-384', 'SHA-512'])(
    'accepts our answer to our %s request',
    async (name) => {
      const asked = request(name);
      const { status, output } = verify(await testTsa(pki)(asked.der), asked.der);
      expect(output).toContain('Verification: OK');
      expect(status).toBe(0);
    },
  );

  test.each<[Parameters<typeof pki.issue>[0], SignatureAlgorithm]>([
    ['p384', 'ecdsa-p384-sha384'],
    ['rsa3072', 'rsa-pkcs1-sha512'],
  ])('accepts an authority with key %s and %s', async (key, algorithm) => {
    const identity = pki.issue(key, { serial: 30, extensions: tsaExtensions });
    const asked = request();
    const response = await issueWith(identity, algorithm, asked);
    expect(verify(response, asked.der).output).toContain('Verification: OK');
    expect(await outcome(response, asked)).toBe('accepted');
  });

  test('RSASSA-PSS: the token is accepted as a CMS (openssl ts itself knows no PSS)', async () => {
    const asked = request();
    const response = await issueWith(
      pki.issue('rsa3072', { serial: 30, extensions: tsaExtensions }),
      'rsa-pss-sha256',
      asked,
    );
    const { token } = await checkTimeStampResponse(response, asked, { at: TEST_NOW, anchors }, ports);
    const files = { token, 'root.pem': pem('CERTIFICATE', pki.root.certificate) };
    const options = [
      '-cades',
      '-inform',
      'DER',
      '-in',
      'token',
      '-CAfile',
      'root.pem',
      '-purpose',
      'timestampsign',
    ];
    const time = ['-attime', String(TEST_NOW / 1000), '-out', 'out'];
    expect(judgedFiles('openssl', files, 'cms', '-verify', ...options, ...time).output).toContain(
      'CAdES Verification succ',
    );
  });

  test('our authority answers a request that openssl made, and openssl accepts the answer', async () => {
    const made = judgedFiles('openssl', { data }, 'ts', '-query', '-data', 'data', '-sha512', '-cert');
    const response = await testTsa(pki)(made.stdout);
    expect(verify(response, made.stdout).output).toContain('Verification: OK');
    const { output } = judgedFiles('openssl', { response }, 'ts', '-reply', '-in', 'response', '-text');
    expect(output).toContain('Status: Granted.');
    expect(output).toContain('Time stamp: Nov 21 12:00:00 2026 GMT');
  });

  test('a rejection is well-formed', async () => {
    const response = await testTsa(pki)(Buffer.from('no request'));
    const { output } = judgedFiles('openssl', { response }, 'ts', '-reply', '-in', 'response', '-text');
    expect(output).toContain('Status: Rejected.');
    expect(output).toContain('the data submitted has the wrong format');
  });
});

describe('checkTimeStampResponse', () => {
  test('gives token, time and path', async () => {
    const asked = request();
    const response = await testTsa(pki)(asked.der);
    const { token, info, path } = await checkTimeStampResponse(
      response,
      asked,
      { at: TEST_NOW, anchors },
      ports,
    );
    expect(Buffer.from(response).includes(Buffer.from(token))).toBe(true);
    expect(info).toMatchObject({ genTime: TEST_NOW, policy: TEST_TSA_POLICY, accuracyMs: 1000 });
    expect(path.map((certificate) => certificate.subject.text)).toEqual([
      'CN=Test Time-Stamp Authority,O=WebSign Test,C=GR',
      'CN=Test Issuing Authority,O=WebSign Test,C=GR',
    ]);
  });

  test.each<[TsaFault, PkiErrorCode]>([
    ['nonce', 'timestamp_nonce'],
    ['imprint', 'timestamp_imprint'],
    ['key_usage', 'timestamp_key_usage'],
    ['rejected', 'timestamp_rejected'],
    ['garbage', 'timestamp_malformed'],
    ['signature', 'timestamp_signature'],
    ['time', 'timestamp_time'],
  ])('an authority with a wrong %s is refused with %s', async (fault, code) => {
    expect(await outcome(await testTsa(pki, { fault })(request().der))).toBe(code);
  });

  test('an answer without the nonce that was sent, or with the digest of another algorithm', async () => {
    const asked = request();
    const { digest } = asked;
    const without = sequence(
      integer(1),
      sequence(sequence(oid('2.16.840.1.101.3.4.2.1')), octetString(digest)),
      boolean(true),
    );
    expect(await outcome(await testTsa(pki)(without), asked)).toBe('timestamp_nonce');
    expect(await outcome(await testTsa(pki)(asked.der), { ...asked, algorithm: 'SHA-384' })).toBe(
      'timestamp_imprint',
    );
  });

  test('a policy that was not asked for is refused', async () => {
    const response = await testTsa(pki)(request().der);
    expect(await outcome(response, { ...request(), policy: '1.2.3' })).toBe('timestamp_policy');
  });

  test('more than one purpose, a wrong keyUsage, a CA from elsewhere, an expired certificate', async () => {
    const issue = (change: Parameters<typeof pki.issue>[1]) =>
      issueWith(pki.issue('p256', { serial: 31, ...change }), 'ecdsa-p256-sha256', request());
    const two = { purposes: ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.3'], critical: true };
    expect(await outcome(await issue({ extensions: { extendedKeyUsage: two } }))).toBe('timestamp_key_usage');
    const usage = { ...tsaExtensions, keyUsage: ['keyEncipherment' as const] };
    expect(await outcome(await issue({ extensions: usage }))).toBe('timestamp_key_usage');
    const validity = { notBefore: TEST_NOW - 10_000, notAfter: TEST_NOW - 1000 };
    expect(await outcome(await issue({ extensions: tsaExtensions, validity }))).toBe('timestamp_validity');
    const stranger = [parseCertificate(pki.stranger.certificate)];
    const response = await issue({ extensions: tsaExtensions });
    expect(await outcome(response, request(), { at: TEST_NOW, anchors: stranger })).toBe(
      'timestamp_untrusted',
    );
    expect(await outcome(response, request(), { at: TEST_NOW })).toBe('accepted');
  });

  test('without certReq the certificates are absent and the token cannot be checked', async () => {
    const asked = request('SHA-256', { certReq: false });
    expect(await outcome(await testTsa(pki)(asked.der), asked)).toBe('timestamp_certificate');
  });

  test('every flipped octet of an answer is refused with a PkiError', async () => {
    const asked = request();
    const response = await testTsa(pki)(asked.der);
    const survivors: number[] = [];
    for (let at = 0; at < response.length; at++) {
      const changed = response.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at & 7));
      if ((await outcome(changed, asked)) === 'accepted') survivors.push(at);
    }
    // Octet 8 is the status itself: granted becomes grantedWithMods, which is as good. The others are letters of the
    // issuer's name in the signer's identifier, whose case says nothing (RFC 5280 §7.1).
    const isOfCase = (at: number): boolean =>
      (at & 7) === 5 && /[a-z]/i.test(String.fromCharCode(response[at] ?? 0));
    expect(survivors.filter((at) => !isOfCase(at))).toEqual([8]);
    expect(survivors).toHaveLength(6);
  });
});

describe('issueTimeStamp', () => {
  const failInfo = async (der: Uint8Array) => {
    const response = await testTsa(pki)(der);
    try {
      await checkTimeStampResponse(response, request(), { at: TEST_NOW }, ports);
    } catch (error) {
      return error instanceof PkiError ? /failInfo (\d+)/.exec(error.message)?.[1] : undefined;
    }
    return 'granted';
  };

  test('rejects with the failInfo of RFC 3161', async () => {
    expect(await failInfo(new Uint8Array(0))).toBe('5');
    expect(await failInfo(new Uint8Array(100_000))).toBe('5');
    expect(await failInfo(request('SHA-256', { policy: '1.2.3.4' }).der)).toBe('15');
    expect(await failInfo(request('SHA-256', { policy: TEST_TSA_POLICY }).der)).toBe('granted');
  });

  test('a digest that is not supported, or of the wrong length, is badAlg or badDataFormat', async () => {
    // 4th arc octet of the digest's OID: SHA-256 becomes an unknown algorithm.
    const { der } = request();
    const oidEnd = Buffer.from(der).indexOf(Buffer.from('608648016503040201', 'hex')) + 8;
    expect(await failInfo(Uint8Array.from(der, (octet, at) => (at === oidEnd ? 0x44 : octet)))).toBe('0');
    expect(await failInfo(Uint8Array.from(der, (octet, at) => (at === oidEnd ? 0x02 : octet)))).toBe('5');
  });
});
