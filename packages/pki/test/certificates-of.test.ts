import { certificatesOf, PkiError } from '@websign/pki';
import { isInstalled, judgedFiles, makeTestPki, pem } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const noOpenssl = !isInstalled('openssl');
const pki = makeTestPki();
const { root, intermediate } = pki;

/** What `openssl crl2pkcs7` makes of some certificates. */
function certsOnly(form: 'DER' | 'PEM', ...certificates: Uint8Array[]): Uint8Array {
  const files = { 'all.pem': certificates.map((der) => pem('CERTIFICATE', der)).join('') };
  const args = ['crl2pkcs7', '-nocrl', '-certfile', 'all.pem', '-outform', form];
  return judgedFiles('openssl', files, ...args).stdout;
}

describe('what authorities serve at caIssuers', () => {
  test('one certificate, in DER and in PEM', () => {
    expect(certificatesOf(root.certificate)).toEqual([root.certificate]);
    expect(certificatesOf(Buffer.from(pem('CERTIFICATE', root.certificate)))).toEqual([root.certificate]);
  });

  test('a certs-only CMS that openssl made, in DER and in PEM', ({ skip }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    const both = [root.certificate, intermediate.certificate];
    for (const form of ['DER', 'PEM'] as const) {
      const found = certificatesOf(certsOnly(form, ...both)).map((der) => Buffer.from(der).toString('hex'));
      expect(found.sort()).toEqual(both.map((der) => Buffer.from(der).toString('hex')).sort());
    }
  });

  test('several certificates in PEM', () => {
    const text = pem('CERTIFICATE', root.certificate) + pem('CERTIFICATE', intermediate.certificate);
    expect(certificatesOf(Buffer.from(text))).toEqual([root.certificate, intermediate.certificate]);
  });

  test.each([
    ['a page', Buffer.from('<html>404</html>')],
    ['a key', Buffer.from(pem('PRIVATE KEY', Uint8Array.of(0x30, 0)))],
    ['an empty sequence', Uint8Array.of(0x30, 0)],
    ['broken base64', Buffer.from('-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n')],
    ['too many blocks', Buffer.from(pem('CERTIFICATE', root.certificate).repeat(65))],
    ['more than a mebibyte', new Uint8Array(1024 * 1024 + 1)],
  ])('%s is refused', (_, bytes) => {
    expect(() => certificatesOf(bytes)).toThrow(PkiError);
  });

  test('arbitrary octets give certificates or a PkiError', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        certificatesOf(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(PkiError);
      }
    });
    fc.assert(property);
  });
});
