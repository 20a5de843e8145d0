import { encodeName, nameHash, operatorAnchor, parseCertificate, sameName, trustStore } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { authority, isInstalled, judgedFiles, party, type Saying, signer } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAsn1 } from '../src/asn1/reader.ts';
import { oid, sequence, setOf, tlv, utf8String } from '../src/asn1/writer.ts';
import { readName } from '../src/x509/name.ts';

const noOpenssl = !isInstalled('openssl');
const root = party('Root');
const ministry = encodeName([{ type: 'organization', value: 'Ministry' }]);
const QC_COMPLIANCE = '0.4.0.1862.1.1';
const QC_TYPE = '0.4.0.1862.1.6';

const AUTHORITY: Saying = {
  nameConstraints: {
    permitted: [
      { base: { form: 'directory', name: { der: ministry } } },
      { base: { form: 'rfc822', text: '.example.gr' }, minimum: 1, maximum: 4 },
    ],
    excluded: [{ base: { form: 'ip', octets: Uint8Array.of(192, 0, 2, 0, 255, 255, 255, 0) } }],
  },
  certificatePolicies: ['1.2.3.1'],
  policyMappings: [{ issuerDomain: '1.2.3.1', subjectDomain: '1.2.3.2' }],
  policyConstraints: { requireExplicitPolicy: 2, inhibitPolicyMapping: 0 },
  inhibitAnyPolicy: 3,
};
const SIGNER: Saying = {
  subjectAltName: [
    { form: 'rfc822', text: 'eleni@example.gr' },
    { form: 'dns', text: 'example.gr' },
    { form: 'uri', text: 'https://example.gr/' },
    { form: 'ip', octets: Uint8Array.of(192, 0, 2, 7) },
    { form: 'registeredId', oid: '1.2.3.4' },
    { form: 'directory', name: { der: ministry } },
  ],
  qcStatements: [{ oid: QC_COMPLIANCE }, { oid: QC_TYPE, info: Uint8Array.of(0x30, 2, 6, 0) }],
};

describe('extensions that constrain', () => {
  const issuer = authority(root, party('Authority'), AUTHORITY);
  const person = signer(party('Authority'), party('Signer'), SIGNER);

  test('are read as they were made', () => {
    const { extensions } = parseCertificate(issuer);
    const { nameConstraints, policyMappings, policyConstraints, inhibitAnyPolicy, unknownCritical } =
      extensions;
    expect(unknownCritical).toEqual([]);
    expect({ policyMappings, policyConstraints, inhibitAnyPolicy }).toEqual({
      policyMappings: AUTHORITY.policyMappings,
      policyConstraints: AUTHORITY.policyConstraints,
      inhibitAnyPolicy: 3,
    });
    expect(nameConstraints?.permitted).toMatchObject([
      { base: { form: 'directory', name: { text: 'O=Ministry' } }, minimum: 0 },
      { base: { form: 'rfc822', text: '.example.gr' }, minimum: 1, maximum: 4 },
    ]);
    expect(nameConstraints?.excluded).toEqual([
      { base: AUTHORITY.nameConstraints?.excluded?.[0]?.base, minimum: 0 },
    ]);
    const read = parseCertificate(person).extensions;
    expect(read.subjectAltName).toMatchObject([
      ...(SIGNER.subjectAltName ?? []).slice(0, 5),
      { form: 'directory', name: { text: 'O=Ministry' } },
    ]);
    expect(read.qcStatements).toEqual(SIGNER.qcStatements);
  });

  test.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'and as openssl reads them', () => {
    const text = (der: Uint8Array) =>
      judgedFiles(
        'openssl',
        { one: Buffer.from(der) },
        'x509',
        '-inform',
        'DER',
        '-in',
        'one',
        '-noout',
        '-text',
      ).output;
    const issuerText = text(issuer);
    expect(issuerText).toMatch(
      /Name Constraints: critical\s+Permitted:\s+DirName:\s*O = Ministry\s+email:.example.gr\s+Excluded:\s+IP:192.0.2.0\/255.255.255.0/,
    );
    expect(issuerText).toMatch(/Policy Mappings: critical\s+1.2.3.1:1.2.3.2/);
    expect(issuerText).toMatch(
      /Policy Constraints: critical\s+Require Explicit Policy:2, Inhibit Policy Mapping:0/,
    );
    expect(issuerText).toMatch(/Inhibit Any Policy: critical\s+3/);
    const personText = text(person);
    expect(personText).toContain(
      'email:eleni@example.gr, DNS:example.gr, URI:https://example.gr/, IP Address:192.0.2.7, Registered ID:1.2.3.4, DirName:/O=Ministry',
    );
    expect(personText).toContain('qcStatements');
  });
});

describe('names (RFC 5280 §7.1)', () => {
  const read = (value: string) => readName(readAsn1(encodeName([{ type: 'commonName', value }])));
  /** The same name with its value as another string type. */
  const retyped = (value: string, tag: number) => {
    const der = Buffer.from(encodeName([{ type: 'commonName', value }])).toString('hex');
    const inside = Buffer.from(utf8String(value)).toString('hex');
    const outside = Buffer.from(tlv(tag, Buffer.from(value))).toString('hex');
    return readName(readAsn1(Buffer.from(der.replace(inside, outside), 'hex')));
  };
  /** A common name whose value has these octets. */
  const encoded = (tag: number, octets: Uint8Array) =>
    readName(readAsn1(sequence(setOf(sequence(oid('2.5.4.3'), tlv(tag, octets))))));

  test('case, spaces, compatibility forms and the string type make no other name', () => {
    for (const [a, b] of [
      ['Test Authority', 'TEST  authority '],
      ['Υπουργείο Οικονομικών', 'ΥΠΟΥΡΓΕΊΟ ΟΙΚΟΝΟΜΙΚΏΝ'],
      ['Αρχη πιστοποιησης', 'ΑΡΧΗ ΠΙΣΤΟΠΟΙΗΣΗΣ'],
      ['Straße', 'STRASSE'],
      ['office', 'oﬃce'],
      // RFC 4518 §2.2: what nobody sees, and which tabs and lines are spaces.
      ['Attica', 'At\u00adtica'],
      ['Attica', 'A\u200bt\u2060ti\u200dc\ufeffa'],
      ['Attica', 'Attica\ufe0f\u034f\u180b\ufffc'],
      ['Attica', 'Att\u0001ica\u007f'],
      ['Test Authority', 'Test\tAuthority\n'],
    ] as const) {
      expect(sameName(read(a), read(b)), a).toBe(true);
    }
    expect(sameName(read('Attica'), read('At tica'))).toBe(false);
    expect(sameName(read('Test'), retyped('Test', 0x13))).toBe(true);
    expect(sameName(read('Test'), retyped('Test', 0x16))).toBe(true);
    const wide = Buffer.from(
      [...'Αρχή'].flatMap((letter) => [0, 0, letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255]),
    );
    expect(sameName(read('Αρχή'), encoded(0x1c, wide))).toBe(true);
    expect(
      sameName(
        read('Αρχή'),
        encoded(
          0x1e,
          wide.filter((_, at) => at % 4 > 1),
        ),
      ),
    ).toBe(true);
    expect(sameName(read('Αρχη'), encoded(0x1c, wide))).toBe(false);
  });

  test('other letters, other types of attribute and what is no text are other names', () => {
    expect(sameName(read('Test Authority'), read('TestAuthority'))).toBe(false);
    expect(sameName(read('Αρχή'), read('Αρχη'))).toBe(false);
    expect(sameName(read('A'), readName(readAsn1(encodeName([{ type: 'surname', value: 'A' }]))))).toBe(
      false,
    );
    const octets = retyped('AB', 0x04);
    expect(sameName(octets, read(`#${Buffer.of(4, 2, 65, 66).toString('hex')}`))).toBe(false);
  });

  test('a name is itself, and the order of a comparison does not matter', () => {
    const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sameName(read(a), read(a))).toBe(true);
        expect(sameName(read(a), read(b))).toBe(sameName(read(b), read(a)));
      }),
    );
  });
});

test('an anchor is found by its name in any spelling', () => {
  const ports = nodePorts();
  const store = trustStore([operatorAnchor(authority(root, party('Test Authority')), ports)]);
  const asked = parseCertificate(signer(party('TEST  authority', 'Test Authority'), party('Signer')));
  expect(store.anchorsFor([nameHash(asked.issuer, ports)])).toHaveLength(1);
  expect(store.anchorsFor([nameHash(asked.subject, ports)])).toHaveLength(0);
});
