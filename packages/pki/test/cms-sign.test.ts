import { createHash } from 'node:crypto';
import {
  assembleCms,
  type DigestAlgorithm,
  draftCms,
  estimateCmsBytes,
  PkiError,
  type SignatureAlgorithm,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  isInstalled,
  judgedFiles,
  makeTestPki,
  pem,
  SIGNER_ALGORITHMS,
  TEST_NOW,
  type TestSignerName,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';

const noOpenssl = !isInstalled('openssl');
const ports = nodePorts();
const pki = makeTestPki();
const content = Buffer.from('%PDF-1.7 the bytes that are signed\n'.repeat(50));

const cases = Object.entries(SIGNER_ALGORITHMS).flatMap(([signer, algorithms]) =>
  algorithms.map((algorithm): [TestSignerName, SignatureAlgorithm] => [signer as TestSignerName, algorithm]),
);

function sign(name: TestSignerName, algorithm: SignatureAlgorithm): Uint8Array {
  const signer = pki.signers[name];
  const digestAlgorithm = `SHA-${algorithm.slice(-3)}` as DigestAlgorithm;
  const digest = createHash(algorithm.slice(-6)).update(content).digest();
  const draft = draftCms({ digest, digestAlgorithm, chain: signer.chain, algorithm }, ports);
  return assembleCms(draft, signer.sign(algorithm, draft.signedAttributes));
}

function opensslVerify(cms: Uint8Array, data: Uint8Array = content) {
  const files = { cms, content: data, 'root.pem': pem('CERTIFICATE', pki.root.certificate) };
  const options = [
    '-cades',
    '-binary',
    '-inform',
    'DER',
    '-in',
    'cms',
    '-content',
    'content',
    '-CAfile',
    'root.pem',
  ];
  const time = ['-attime', String(TEST_NOW / 1000), '-purpose', 'any', '-out', 'out'];
  return judgedFiles('openssl', files, 'cms', '-verify', ...options, ...time);
}

describe.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'openssl as judge', () => {
  test.each(cases)('%s %s is accepted as CAdES, chain included', (name, algorithm) => {
    const { status, output } = opensslVerify(sign(name, algorithm));
    expect(output).toContain('CAdES Verification successful');
    expect(status).toBe(0);
  });

  test('a changed document is refused', () => {
    const changed = Buffer.from(content);
    changed[10] = (changed[10] ?? 0) ^ 1;
    expect(opensslVerify(sign('p256', 'ecdsa-p256-sha256'), changed).status).not.toBe(0);
  });

  test('the structure is that of PAdES B-B: three signed attributes, no signing-time, absent content', () => {
    const cms = sign('rsa3072', 'rsa-pss-sha256');
    const { output } = judgedFiles(
      'openssl',
      { cms },
      'cms',
      '-cmsout',
      '-print',
      '-noout',
      '-inform',
      'DER',
      '-in',
      'cms',
    );
    const attributes = output.slice(output.indexOf('signedAttrs'), output.indexOf('signatureAlgorithm'));
    const objects = [...attributes.matchAll(/^ {12}object: ([\w-]+)/gm)].map((match) => match[1]);
    expect(objects.toSorted()).toEqual(['contentType', 'id-smime-aa-signingCertificateV2', 'messageDigest']);
    expect(output).toMatch(/eContent: <ABSENT>/);
    expect(output).toMatch(/d\.issuerAndSerialNumber/);
    expect(output).toMatch(/unsignedAttrs:\s+<ABSENT>/);
  });
});

describe('draftCms', () => {
  const { chain } = pki.signers.p256;
  const digest = new Uint8Array(32);
  const refusal = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return error instanceof PkiError ? error.code : error;
    }
    return 'accepted';
  };

  test('refuses a key, digest and algorithm that do not belong together', () => {
    const draft = (algorithm: SignatureAlgorithm, digestAlgorithm: DigestAlgorithm, bytes = digest) =>
      refusal(() => draftCms({ digest: bytes, digestAlgorithm, chain, algorithm }, ports));
    expect(draft('rsa-pss-sha256', 'SHA-256')).toBe('algorithm_mismatch');
    expect(draft('ecdsa-p384-sha384', 'SHA-384', new Uint8Array(48))).toBe('algorithm_mismatch');
    expect(draft('ecdsa-p256-sha256', 'SHA-384')).toBe('algorithm_mismatch');
    expect(draft('ecdsa-p256-sha256', 'SHA-256', new Uint8Array(31))).toBe('algorithm_mismatch');
    expect(draft('ecdsa-p256-sha256', 'SHA-256')).toBe('accepted');
  });

  test('refuses an empty chain', () => {
    expect(
      refusal(() =>
        draftCms({ digest, digestAlgorithm: 'SHA-256', chain: [], algorithm: 'ecdsa-p256-sha256' }, ports),
      ),
    ).toBe('chain_empty');
  });

  test('is plain data: it survives a structured clone', () => {
    const draft = draftCms(
      { digest, digestAlgorithm: 'SHA-256', chain, algorithm: 'ecdsa-p256-sha256' },
      ports,
    );
    expect(structuredClone(draft)).toEqual(draft);
    expect(Buffer.from(draft.digest)).toEqual(createHash('sha256').update(draft.signedAttributes).digest());
  });

  test('assembleCms refuses values that no such key makes', () => {
    const rsa = pki.signers.rsa2048.chain;
    const ecDraft = draftCms(
      { digest, digestAlgorithm: 'SHA-256', chain, algorithm: 'ecdsa-p256-sha256' },
      ports,
    );
    const rsaDraft = draftCms(
      { digest, digestAlgorithm: 'SHA-256', chain: rsa, algorithm: 'rsa-pkcs1-sha256' },
      ports,
    );
    expect(refusal(() => assembleCms(ecDraft, new Uint8Array(64)))).toBe('signature_malformed');
    expect(refusal(() => assembleCms(rsaDraft, new Uint8Array(255)))).toBe('signature_malformed');
  });

  test('estimateCmsBytes: the certificates and 16 KiB, more than any of these needs', () => {
    const estimate = estimateCmsBytes(pki.signers.rsa4096.chain);
    expect(estimate).toBe(pki.signers.rsa4096.chain.reduce((sum, der) => sum + der.length, 16384));
    expect(sign('rsa4096', 'rsa-pss-sha512').length).toBeLessThan(estimate);
  });
});
