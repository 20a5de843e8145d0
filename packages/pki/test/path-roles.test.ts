import { anchorOf, type CheckOptions, checkChain, parseCertificate } from '@websign/pki';
import { authority, certificate, levels, party, type Saying } from '@websign/testkit';
import { describe, expect, test } from 'vitest';

const { bag, anchors: roots } = levels();
const [anchor] = roots.map((der) => anchorOf(parseCertificate(der)));

/** What is wrong with a certificate that says only this, below the usual authority. */
function verdict(saying: Saying, options: CheckOptions): string {
  if (anchor === undefined) throw new Error('no anchor');
  const endEntity = certificate(party('Authority'), party('Signer'), saying);
  const certificates = [endEntity, ...bag].map(parseCertificate);
  return checkChain({ certificates, anchor }, options)?.reason ?? 'valid';
}

const purposes = (critical: boolean, ...list: string[]): Saying => ({
  extendedKeyUsage: { purposes: list, critical },
});
const PKIX = '1.3.6.1.5.5.7.3';
const OWN = '1.3.6.1.4.1.99999.7';

describe('key purposes of who signs documents (RFC 5280 §4.2.1.12)', () => {
  test.each([
    ['anything', '2.5.29.37.0'],
    ['documents (RFC 9336)', `${PKIX}.36`],
    ['documents, by Microsoft’s name', '1.3.6.1.4.1.311.10.3.12'],
    ['documents, by Adobe’s name', '1.2.840.113583.1.1.5'],
    ['mail', `${PKIX}.4`],
    ['logging in', `${PKIX}.2`],
    ['logging in with a card', '1.3.6.1.4.1.311.20.2.2'],
  ])('%s: taken, critical or not', (_, purpose) => {
    expect(verdict(purposes(true, purpose), { signer: true })).toBe('valid');
    expect(verdict(purposes(false, purpose), { signer: true })).toBe('valid');
    expect(verdict(purposes(false, `${PKIX}.1`, purpose), { signer: true })).toBe('valid');
  });

  test.each([
    ['servers', `${PKIX}.1`],
    ['programs', `${PKIX}.3`],
    ['time-stamps', `${PKIX}.8`],
    ['answers on revocation', `${PKIX}.9`],
    ['trusted lists', '0.4.0.2231.3.0'],
    ['trust lists of Microsoft', '1.3.6.1.4.1.311.10.3.1'],
    ['time-stamps, by Microsoft’s name', '1.3.6.1.4.1.311.10.3.2'],
    ['servers, by Microsoft’s name', '1.3.6.1.4.1.311.10.3.3'],
    ['encrypted files', '1.3.6.1.4.1.311.10.3.4'],
    ['drivers', '1.3.6.1.4.1.311.10.3.5'],
    ['programs of persons', '1.3.6.1.4.1.311.2.1.21'],
    ['programs of companies', '1.3.6.1.4.1.311.2.1.22'],
    ['servers, by Netscape’s name', '2.16.840.1.113730.4.1'],
  ])('%s: refused, critical or not, for who signs alone', (_, purpose) => {
    expect(verdict(purposes(true, purpose), { signer: true })).toBe('extended_key_usage');
    expect(verdict(purposes(false, purpose), { signer: true })).toBe('extended_key_usage');
    expect(verdict(purposes(true, purpose), {})).toBe('valid');
    expect(verdict(purposes(true, purpose), { signer: false })).toBe('valid');
  });

  test('a name of the authority’s own is taken where it is not critical', () => {
    expect(verdict(purposes(false, OWN), { signer: true })).toBe('valid');
    expect(verdict(purposes(false, `${PKIX}.8`, OWN), { signer: true })).toBe('valid');
    expect(verdict(purposes(true, OWN), { signer: true })).toBe('extended_key_usage');
  });

  test('a certificate that names none is for any that is asked for', () => {
    expect(verdict({}, { signer: true, purposes: [`${PKIX}.8`] })).toBe('valid');
    expect(verdict(purposes(true, `${PKIX}.8`), { purposes: [`${PKIX}.8`] })).toBe('valid');
    expect(verdict(purposes(true, `${PKIX}.9`), { purposes: [`${PKIX}.8`] })).toBe('extended_key_usage');
  });
});

describe('key usage of who signs documents', () => {
  test.each([
    [['nonRepudiation'], 'valid'],
    [['digitalSignature'], 'valid'],
    [['nonRepudiation', 'keyEncipherment'], 'valid'],
    [['keyEncipherment', 'dataEncipherment'], 'signer_key_usage'],
    [['keyCertSign', 'cRLSign'], 'signer_key_usage'],
  ] as const)('%j: %s', (keyUsage, expected) => {
    expect(verdict({ keyUsage: [...keyUsage] }, { signer: true })).toBe(expected);
    expect(verdict({ keyUsage: [...keyUsage] }, {})).toBe('valid');
  });
});

describe('what an authority may be', () => {
  const root = party('Root');
  const middle = party('Authority');
  const below = party('Sub-authority');
  /** What is wrong with a chain below an anchor, the signer's issuer first. */
  function under(top: Uint8Array, ...authorities: Uint8Array[]): string {
    const issuer = authorities.length > 1 ? below : authorities.length === 1 ? middle : root;
    const signer = certificate(issuer, party('Signer'), { keyUsage: ['nonRepudiation'] });
    const certificates = [signer, ...authorities].map(parseCertificate);
    return checkChain({ certificates, anchor: anchorOf(parseCertificate(top)) })?.reason ?? 'valid';
  }
  const usual = authority(root, root);
  const ca = { basicConstraints: { ca: true } };

  test('one that tells no key usage is one', () => {
    expect(under(usual, certificate(root, middle, ca))).toBe('valid');
  });

  test('a path length of one is used up by one', () => {
    const one = authority(root, root, { basicConstraints: { ca: true, pathLength: 1 } });
    expect(under(one, authority(root, middle))).toBe('valid');
    expect(under(one, authority(middle, below), authority(root, middle))).toBe('path_length');
  });

  test('a later path length does not widen an earlier one', () => {
    const none = authority(root, middle, { basicConstraints: { ca: true, pathLength: 0 } });
    const wide = authority(middle, below, { basicConstraints: { ca: true, pathLength: 9 } });
    expect(under(usual, wide, none)).toBe('path_length');
  });

  test('an anchor of version 3 must say so, one of an older version need not', () => {
    const silent = certificate(root, root, {});
    expect(under(silent)).toBe('not_ca');
    const parsed = parseCertificate(silent);
    const signer = parseCertificate(certificate(root, party('Signer'), {}));
    for (const [version, expected] of [
      [1, undefined],
      [2, undefined],
      [3, 'not_ca'],
    ] as const) {
      const old = anchorOf({ ...parsed, version });
      expect(checkChain({ certificates: [signer], anchor: old })?.reason).toBe(expected);
    }
  });
});

describe('versions and critical extensions', () => {
  const bare = parseCertificate(certificate(party('Root'), party('Signer'), { unidentified: true }));
  const told = parseCertificate(certificate(party('Root'), party('Signer'), {}));

  test.each([
    ['1, without extensions', { ...bare, version: 1 }, undefined],
    ['2, without extensions', { ...bare, version: 2 }, undefined],
    ['2, with extensions', { ...told, version: 2 }, 'version'],
    ['3, without extensions', bare, undefined],
    ['4, without extensions', { ...bare, version: 4 }, 'version'],
    ['4, with extensions', { ...told, version: 4 }, 'version'],
  ])('version %s', (_, signer, expected) => {
    if (anchor === undefined) throw new Error('no anchor');
    expect(checkChain({ certificates: [signer], anchor })?.reason).toBe(expected);
  });

  test('one that nobody knows counts before one that cannot be read', () => {
    const unknown = { oid: OWN, critical: true, value: Uint8Array.of(0x30, 0) };
    const malformed = { oid: '2.5.29.30', critical: true, value: Uint8Array.of(0x30, 0) };
    expect(verdict({ others: [unknown, malformed] }, {})).toBe('unknown_critical');
    expect(verdict({ others: [malformed] }, {})).toBe('extension_malformed');
  });
});

test('who has no name has issued nothing (RFC 5280 §4.1.2.4)', () => {
  const nameless = { ...party('Root'), name: Uint8Array.of(0x30, 0) };
  const top = anchorOf(parseCertificate(authority(nameless, nameless)));
  const signer = parseCertificate(certificate(nameless, party('Signer'), {}));
  expect(checkChain({ certificates: [signer], anchor: top })?.reason).toBe('issuer_name');
});
