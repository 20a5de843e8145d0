import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { PkiError, type PkiErrorCode, readPkcs12 } from '@websign/pki';
import { pkcs12Ports } from '@websign/ports';
import { isInstalled, judgedFiles, makeTestPki, pem, TEST_KEYS } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const noOpenssl = !isInstalled('openssl');
const pki = makeTestPki();
const ports = pkcs12Ports();
const { rsa3072 } = pki.signers;
const PASSWORD = 'μυστικό & secret';

/** A file that openssl makes of the RSA-3072 signer, its chain and the root in an odd order. */
function exported(...options: string[]): Buffer {
  const others = [pki.root.certificate, pki.intermediate.certificate].map((der) => pem('CERTIFICATE', der));
  const files = {
    'key.pem': TEST_KEYS.rsa3072,
    'signer.pem': pem('CERTIFICATE', rsa3072.certificate),
    'others.pem': others.join(''),
    password: PASSWORD,
  };
  const inputs = [
    '-inkey',
    'key.pem',
    '-in',
    'signer.pem',
    '-certfile',
    'others.pem',
    '-passout',
    'file:password',
  ];
  return judgedFiles('openssl', files, 'pkcs12', '-export', ...inputs, ...options).stdout;
}

function code(run: () => unknown): PkiErrorCode | 'read' {
  try {
    run();
    return 'read';
  } catch (error) {
    if (error instanceof PkiError) return error.code;
    throw error;
  }
}

describe.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'readPkcs12', () => {
  test.each([
    ['the default', []],
    ['AES-128, SHA-1 MAC', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha1']],
    ['AES-192, SHA-512 MAC', ['-keypbe', 'AES-192-CBC', '-certpbe', 'AES-192-CBC', '-macalg', 'sha512']],
    ['3DES', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['nothing encrypted', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
    ['many iterations', ['-iter', '100000']],
  ])('reads what openssl makes with %s: the key and its chain, signer first', (_, options) => {
    const { privateKey, chain } = readPkcs12(exported(...options), PASSWORD, ports);
    const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
    expect(createPublicKey(key).equals(new X509Certificate(rsa3072.certificate).publicKey)).toBe(true);
    const expected = [rsa3072.certificate, pki.intermediate.certificate, pki.root.certificate];
    expect(chain.map((der) => Buffer.from(der))).toEqual(expected.map((der) => Buffer.from(der)));
  });

  test('a wrong password has its code, and the message does not hold it', () => {
    const file = exported();
    expect(code(() => readPkcs12(file, 'wrong', ports))).toBe('pkcs12_password');
    expect(code(() => readPkcs12(file, '', ports))).toBe('pkcs12_password');
    expect(() => readPkcs12(file, 'wr0ng', ports)).toThrowError(/^((?!wr0ng).)*$/);
  });

  test('RC2 and a file without a MAC are refused by name', () => {
    const rc2 = exported('-legacy', '-certpbe', 'PBE-SHA1-RC2-40');
    if (rc2.length > 0) expect(code(() => readPkcs12(rc2, PASSWORD, ports))).toBe('pkcs12_unsupported');
    expect(code(() => readPkcs12(exported('-nomac'), PASSWORD, ports))).toBe('pkcs12_unsupported');
  });

  test('too many iterations are refused before they are done', () => {
    const file = exported('-iter', '1500000', '-nomaciter');
    expect(code(() => readPkcs12(file, PASSWORD, ports))).toBe('pkcs12_limit');
  });

  test('a file without a key has no identity', () => {
    const files = { 'c.pem': pem('CERTIFICATE', pki.root.certificate) };
    const options = ['-nokeys', '-in', 'c.pem', '-passout', 'pass:x'];
    const file = judgedFiles('openssl', files, 'pkcs12', '-export', ...options).stdout;
    expect(code(() => readPkcs12(file, 'x', ports))).toBe('pkcs12_no_identity');
  });

  test('damaged files throw PkiError and nothing else', () => {
    const file = exported('-iter', '1', '-maciter');
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Uint8Array.from(file, (octet, i) => (i === at ? octet ^ mask : octet));
        expect(code(() => readPkcs12(changed, PASSWORD, ports))).toMatch(
          /^(asn1|pkcs12|certificate|algorithm)_|^read$/,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
