import { certificate, levels, ofVersion2, type PathCase, party, type Saying, signer } from './path-world.ts';

const UNKNOWN = '1.3.6.1.4.1.99999.7';
const EMPTY = Uint8Array.of(0x30, 0);

const root = party('Root');
const middle = party('Authority');
const person = party('Signer');

/** Extensions that are not known or cannot be read, and those of a version that has none. */
export function pathExtensionCases(): PathCase[] {
  const unknown = { others: [{ oid: UNKNOWN, critical: true, value: EMPTY }] };
  const malformed = { others: [{ oid: '2.5.29.30', critical: true, value: EMPTY }] };
  const garbled = { others: [{ oid: '2.5.29.36', critical: false, value: Uint8Array.of(4, 0) }] };
  return [
    {
      title: 'an unknown critical extension of the signer',
      ...levels({ signer: unknown }),
      expected: 'unknown_critical',
      about: 'Signer',
    },
    {
      title: 'an unknown critical extension of the authority',
      ...levels({ authority: unknown }),
      expected: 'unknown_critical',
      about: 'Authority',
    },
    {
      title: 'name constraints that constrain nothing',
      ...levels({ authority: malformed }),
      expected: 'extension_malformed',
      about: 'Authority',
      openssl: { unlike: 'it takes an empty sequence' },
    },
    {
      title: 'policy constraints that are none',
      ...levels({ authority: garbled }),
      expected: 'extension_malformed',
      about: 'Authority',
      openssl: ['-policy_check'],
    },
    ...malformedExtensions(),
    {
      title: 'extensions in a certificate of version 2',
      ...levels(),
      endEntity: ofVersion2(middle, signer(middle, person)),
      expected: 'version',
      about: 'Signer',
      openssl: ['-x509_strict'],
    },
  ];
}

const STRICTER = { unlike: 'it refuses any extension that it cannot read' };

/** What only tells of something is as good as absent where it cannot be read; what bounds a certificate is not. */
function malformedExtensions(): PathCase[] {
  const garbled = (oid: string, critical = false): Saying => ({
    unidentified: true,
    others: [{ oid, critical, value: Uint8Array.of(4, 0) }],
  });
  const telling: [name: string, oid: string][] = [
    ['qcStatements', '1.3.6.1.5.5.7.1.3'],
    ['authorityInfoAccess', '1.3.6.1.5.5.7.1.1'],
    ['authorityKeyIdentifier', '2.5.29.35'],
    ['cRLDistributionPoints', '2.5.29.31'],
    ['certificatePolicies', '2.5.29.32'],
  ];
  const cut = { oid: '1.3.6.1.5.5.7.48.1.5', critical: false, value: Uint8Array.of(5) };
  const dns = { nameConstraints: { permitted: [{ base: { form: 'dns' as const, text: 'example.gr' } }] } };
  return [
    ...telling.map(
      ([name, oid]): PathCase => ({
        title: `${name} that cannot be read`,
        ...levels({ signer: garbled(oid), authority: garbled(oid) }),
        expected: 'valid',
        openssl: STRICTER,
      }),
    ),
    {
      title: 'a subjectKeyIdentifier that cannot be read',
      ...levels({
        signer: { unidentified: true, others: [{ oid: '2.5.29.14', critical: false, value: EMPTY }] },
      }),
      expected: 'valid',
      openssl: STRICTER,
    },
    {
      title: 'an id-pkix-ocsp-nocheck that cannot be read',
      ...levels({ signer: { others: [cut] }, authority: { others: [cut] } }),
      expected: 'valid',
    },
    {
      title: 'an id-pkix-ocsp-nocheck that cannot be read, critical',
      ...levels({ signer: { others: [{ ...cut, critical: true }] } }),
      expected: 'extension_malformed',
      about: 'Signer',
      openssl: { unlike: 'it does not read it on a path' },
    },
    {
      title: 'qcStatements that cannot be read, critical',
      ...levels({ signer: garbled('1.3.6.1.5.5.7.1.3', true) }),
      expected: 'extension_malformed',
      about: 'Signer',
    },
    {
      title: 'alternative names that cannot be read',
      ...levels({ signer: garbled('2.5.29.17') }),
      expected: 'valid',
      openssl: STRICTER,
    },
    {
      title: 'alternative names that cannot be read, where names are constrained',
      ...levels({ authority: dns, signer: garbled('2.5.29.17') }),
      expected: 'name_constraints',
      about: 'Signer',
    },
    {
      title: 'key purposes that cannot be read',
      ...levels({ signer: garbled('2.5.29.37') }),
      expected: 'extension_malformed',
      about: 'Signer',
    },
    {
      title: 'an anchor whose name constraints cannot be read',
      ...levels({ root: garbled('2.5.29.30') }),
      expected: 'extension_malformed',
      about: 'Root',
    },
    {
      title: 'an anchor whose name constraints cannot be read, critical',
      ...levels({ root: garbled('2.5.29.30', true) }),
      expected: 'extension_malformed',
      about: 'Root',
    },
    {
      title: 'an anchor whose key usage cannot be read',
      ...levels(),
      anchors: [certificate(root, root, { basicConstraints: { ca: true }, ...garbled('2.5.29.15') })],
      expected: 'extension_malformed',
      about: 'Root',
    },
    {
      title: 'an anchor whose key purposes cannot be read, which bound no path',
      ...levels({ root: garbled('2.5.29.37') }),
      expected: 'valid',
      openssl: STRICTER,
    },
    {
      title: 'an anchor whose access to information cannot be read',
      ...levels({ root: garbled('1.3.6.1.5.5.7.1.1') }),
      expected: 'valid',
      openssl: STRICTER,
    },
  ];
}
