import { anchorOf, type PathFailure, parseCertificate, validatePath } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki, TEST_NOW, type TestIdentity } from '@websign/testkit';
import { describe, expect, test } from 'vitest';

const ports = nodePorts();
const pki = makeTestPki();
const root = parseCertificate(pki.root.certificate);
const intermediate = parseCertificate(pki.intermediate.certificate);

async function outcome(
  identity: Pick<TestIdentity, 'certificate'>,
  change: { at?: number; intermediates?: Uint8Array[]; anchors?: Uint8Array[] } = {},
): Promise<PathFailure | string[]> {
  const verdict = await validatePath(
    {
      certificate: parseCertificate(identity.certificate),
      intermediates: change.intermediates?.map(parseCertificate) ?? [intermediate],
      anchors: (change.anchors?.map(parseCertificate) ?? [root]).map(anchorOf),
      at: change.at ?? TEST_NOW,
    },
    ports,
  );
  return verdict.valid ? verdict.path.map(({ subject }) => subject.text.split(',')[0] ?? '') : verdict.reason;
}

describe('validatePath', () => {
  test('finds the path of each signer to the root', async () => {
    for (const identity of Object.values(pki.signers)) {
      expect(await outcome(identity)).toEqual([expect.stringMatching(/^CN=/), 'CN=Test Issuing Authority']);
    }
  });

  test('an anchor in the middle, and the end entity itself as the anchor', async () => {
    const anchors = [pki.intermediate.certificate];
    expect(await outcome(pki.tsa, { anchors })).toEqual(['CN=Test Time-Stamp Authority']);
    expect(await outcome(pki.stranger, { anchors: [pki.stranger.certificate] })).toEqual([
      'CN=Test Stranger',
    ]);
  });

  test('no path: the intermediate is missing, or the anchor is another', async () => {
    expect(await outcome(pki.tsa, { intermediates: [] })).toBe('no_path');
    expect(await outcome(pki.tsa, { anchors: [pki.stranger.certificate] })).toBe('no_path');
  });

  test('dates of the whole path count', async () => {
    const year = 365 * 24 * 3600 * 1000;
    expect(await outcome(pki.tsa, { at: TEST_NOW + 3 * year })).toBe('expired');
    expect(await outcome(pki.tsa, { at: TEST_NOW - 2 * year })).toBe('not_yet_valid');
    const validity = { notBefore: TEST_NOW - 9 * year, notAfter: TEST_NOW + 9 * year };
    const old = pki.issue('p256', { validity });
    expect(await outcome(old, { at: TEST_NOW - 6 * year })).toBe('not_yet_valid');
  });

  test('a signature that does not hold', async () => {
    const certificate = pki.signers.p256.certificate.slice();
    certificate[certificate.length - 1] = (certificate.at(-1) ?? 0) ^ 1;
    expect(await outcome({ certificate })).toBe('signature');
  });

  test.each([1, 7, 8, 0xff])(
    'a signature value with %i unused bits never verifies, and is read',
    async (unused) => {
      const certificate = pki.signers.p256.certificate.slice();
      certificate[certificate.length - parseCertificate(certificate).signature.length - 1] = unused;
      expect(parseCertificate(certificate).signature).toHaveLength(0);
      expect(await outcome({ certificate })).toBe('signature');
      expect(await outcome({ certificate }, { anchors: [certificate] })).toHaveLength(1);
    },
  );

  test('an issuer that is no authority, or goes past pathLength', async () => {
    const under = (issuer: TestIdentity) =>
      outcome(issuer.issueBelow('p384', 'Below'), {
        intermediates: [issuer.certificate, pki.intermediate.certificate],
      });
    expect(await under(pki.signers.p256)).toBe('not_ca');
    const ca = { basicConstraints: { ca: true } };
    // The intermediate's pathLength is 0: no authority may stand below it.
    const sub = pki.issue('p256', { name: { commonName: 'Sub' }, extensions: ca });
    expect(await under(sub)).toBe('path_length');
  });

  test('an issuer of version 1 is no authority, whatever its extensions say', async () => {
    const certificate = parseCertificate(pki.signers.p256.certificate);
    const old = { ...parseCertificate(pki.intermediate.certificate), version: 1 };
    const input = { certificate, intermediates: [old], anchors: [anchorOf(root)], at: TEST_NOW };
    expect(await validatePath(input, ports)).toMatchObject({ valid: false, reason: 'not_ca' });
  });

  test('unknown critical extensions and malformed known ones are refused', async () => {
    const withExtension = (oid: string, critical: boolean) =>
      pki.issue('p256', { extensions: { others: [{ oid, critical, value: Uint8Array.of(0x30, 0) }] } });
    expect(await outcome(withExtension('1.3.6.1.4.1.99999.7', true))).toBe('unknown_critical');
    expect(await outcome(withExtension('2.5.29.30', true))).toBe('extension_malformed');
    expect(await outcome(withExtension('1.3.6.1.4.1.99999.7', false))).toHaveLength(2);
  });

  test('certificates of one name and key that all issued each other are one: the same row twice is a loop', async () => {
    const first = pki.issue('p256', { name: { commonName: 'Loop' } });
    const bag = Array.from({ length: 90 }, () => first.issueBelow('p256', 'Loop'));
    let checks = 0;
    const counting: typeof ports = {
      ...ports,
      verify: (...args) => {
        checks++;
        return ports.verify(...args);
      },
    };
    const verdict = await validatePath(
      {
        certificate: parseCertificate(first.issueBelow('p384', 'Leaf').certificate),
        intermediates: bag.map(({ certificate }) => parseCertificate(certificate)),
        anchors: [anchorOf(root)],
        at: TEST_NOW,
      },
      counting,
    );
    expect(verdict).toMatchObject({ valid: false, reason: 'no_path' });
    expect(checks).toBe(1);
  });

  test('certificates of the same name and another key are passed over', async () => {
    const same = {
      name: { commonName: 'Test Issuing Authority' },
      extensions: { basicConstraints: { ca: true } },
    };
    const bag = Array.from({ length: 60 }, (_, serial) =>
      pki.issue('p256', { ...same, serial: serial + 100 }),
    );
    const intermediates = bag.map(({ certificate }) => certificate);
    expect(await outcome(pki.tsa, { intermediates })).toBe('no_path');
    expect(
      await outcome(pki.tsa, { intermediates: [...intermediates, pki.intermediate.certificate] }),
    ).toHaveLength(2);
  });
});
