import { buildCertificate, parseCertificate } from '@websign/pki';
import { signWith, type TestIdentity } from '@websign/testkit';

/** Certifies a key; names and dates do not matter to the keys. */
export function testIssue(issuer: TestIdentity, spki: Uint8Array): Promise<Uint8Array> {
  const name = parseCertificate(issuer.certificate).subject.der;
  const validity = { notBefore: Date.UTC(2026, 0, 1), notAfter: Date.UTC(2027, 0, 1) };
  const serial = Uint8Array.of(1);
  const template = { serial, issuer: name, subject: name, validity, spki, extensions: {} };
  return buildCertificate(template, 'rsa-pkcs1-sha256', (tbs) =>
    signWith(issuer.privateKey, 'rsa-pkcs1-sha256', tbs),
  );
}
