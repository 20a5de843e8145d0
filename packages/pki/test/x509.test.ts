import { X509Certificate } from 'node:crypto';
import {
  assembleCertificate,
  encodeName,
  nameValue,
  PkiError,
  parseCertificate,
  tbsCertificate,
} from '@websign/pki';
import { isInstalled, judgedFiles, makeTestPki, pem, TEST_NOW } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAsn1 } from '../src/asn1/reader.ts';
import { explicit, integer, nullValue, oid, sequence } from '../src/asn1/writer.ts';
import { OID } from '../src/oids.ts';
import { readSignatureMethod, supported } from '../src/x509/identifiers.ts';

const noOpenssl = !isInstalled('openssl');
const pki = makeTestPki();
const { p256 } = pki.signers;

describe.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'openssl as judge', () => {
  test('verifies the chain of each signer', () => {
    for (const { certificate } of Object.values(pki.signers)) {
      const files = {
        leaf: pem('CERTIFICATE', certificate),
        mid: pem('CERTIFICATE', pki.intermediate.certificate),
        root: pem('CERTIFICATE', pki.root.certificate),
      };
      const options = [
        '-x509_strict',
        '-CAfile',
        'root',
        '-untrusted',
        'mid',
        '-attime',
        String(TEST_NOW / 1000),
      ];
      const { output, status } = judgedFiles('openssl', files, 'verify', ...options, 'leaf');
      expect(output).toContain('leaf: OK');
      expect(status).toBe(0);
    }
  });

  test('reads the extensions as they were meant', () => {
    const files = { leaf: Buffer.from(p256.certificate) };
    const { output } = judgedFiles(
      'openssl',
      files,
      'x509',
      '-inform',
      'DER',
      '-in',
      'leaf',
      '-noout',
      '-text',
    );
    expect(output).toMatch(/Key Usage: critical\s+Non Repudiation\n/);
    expect(output).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(output).toContain('URI:http://crl.test.invalid/intermediate.crl');
    expect(output).toContain('OCSP - URI:http://ocsp.test.invalid/');
    expect(output).toContain('CA Issuers - URI:http://ca.test.invalid/intermediate.cer');
    expect(output).toContain('Policy: 2.16.300.0.110001.1.7.1');
  });
});

describe('parseCertificate', () => {
  const certificate = parseCertificate(p256.certificate);

  test('CRT-1 reads what is shown of a signer', () => {
    const { subject } = certificate;
    expect(nameValue(subject, 'surname')).toBe('Παπαδοπούλου');
    expect(nameValue(subject, 'givenName')).toBe('Ελένη');
    expect(nameValue(subject, 'commonName')).toBe('Ελένη Παπαδοπούλου');
    expect(nameValue(subject, 'serialNumber')).toBe('ELRS-0000000256');
    expect(certificate.serialHex).toBe('5a000a');
    expect(new Date(certificate.validity.notAfter).toISOString()).toBe('2028-11-20T12:00:00.000Z');
    expect(subject.text).toBe(
      'CN=Ελένη Παπαδοπούλου,serialNumber=ELRS-0000000256,GN=Ελένη,SN=Παπαδοπούλου,O=WebSign Test,C=GR',
    );
  });

  test('reads the extensions', () => {
    expect(certificate.extensions).toMatchObject({
      keyUsage: ['nonRepudiation'],
      basicConstraints: { ca: false },
      authorityInfoAccess: {
        ocsp: ['http://ocsp.test.invalid/'],
        caIssuers: ['http://ca.test.invalid/intermediate.cer'],
      },
      crlDistributionPoints: [{ uris: ['http://crl.test.invalid/intermediate.crl'], indirect: false }],
      certificatePolicies: ['2.16.300.0.110001.1.7.1'],
      unknownCritical: [],
      unread: [],
      ocspNoCheck: false,
    });
    const issuer = parseCertificate(pki.intermediate.certificate).extensions;
    expect(certificate.extensions.authorityKeyIdentifier).toEqual(issuer.subjectKeyIdentifier);
    expect(issuer.basicConstraints).toEqual({ ca: true, pathLength: 0 });
  });

  test('reads what Node reads, for every key', () => {
    for (const { certificate: der } of [...Object.values(pki.signers), pki.root, pki.tsa]) {
      const theirs = new X509Certificate(der);
      const ours = parseCertificate(der);
      expect(ours.serialHex).toBe(theirs.serialNumber.toLowerCase());
      expect(ours.validity.notBefore).toBe(theirs.validFromDate.getTime());
      expect(Buffer.from(ours.spki)).toEqual(theirs.publicKey.export({ type: 'spki', format: 'der' }));
    }
    expect(parseCertificate(pki.signers.rsa4096.certificate).publicKey).toEqual({ kind: 'rsa', bits: 4096 });
    expect(parseCertificate(pki.signers.p384.certificate).publicKey).toEqual({ kind: 'ec', curve: 'p384' });
  });

  test('keeps an unknown critical extension as a fact, and refuses one that stands twice', () => {
    const odd = { oid: '1.3.6.1.4.1.99999.7', critical: true, value: Uint8Array.of(5, 0) };
    const issue = (others: (typeof odd)[]) => pki.issue('p256', { extensions: { others } }).certificate;
    expect(parseCertificate(issue([odd])).extensions.unknownCritical).toEqual([odd.oid]);
    expect(() => parseCertificate(issue([odd, odd]))).toThrowError(PkiError);
  });

  test('a malformed extension that only tells of something leaves the certificate readable, and is as good as absent', () => {
    const others = [{ oid: '2.5.29.31', critical: false, value: Uint8Array.of(0x30, 5, 0) }];
    const { extensions } = parseCertificate(pki.issue('p256', { extensions: { others } }).certificate);
    expect(extensions.crlDistributionPoints).toBeUndefined();
    expect(extensions.unread).toEqual(['2.5.29.31']);
    expect(extensions.unknownCritical).toEqual([]);
  });

  test('QcStatements and ocsp-nocheck', () => {
    // SEQUENCE { SEQUENCE { id-etsi-qcs-QcCompliance }, SEQUENCE { id-etsi-qcs-QcType, SEQUENCE { esign } } }
    const value = Buffer.from('301f3008060604008e4601013013060604008e4601063009060704008e46010601', 'hex');
    const others = [{ oid: '1.3.6.1.5.5.7.1.3', critical: false, value }];
    const { extensions } = parseCertificate(
      pki.issue('p256', { extensions: { others, ocspNoCheck: true } }).certificate,
    );
    expect(extensions.qcStatements?.map(({ oid }) => oid)).toEqual(['0.4.0.1862.1.1', '0.4.0.1862.1.6']);
    expect(Buffer.from(extensions.qcStatements?.[1]?.info ?? []).toString('hex')).toBe(
      '3009060704008e46010601',
    );
    expect(extensions.ocspNoCheck).toBe(true);
  });

  test('RFC 4514: special characters are escaped', () => {
    const subject = pki.issue('p256', { name: { commonName: ' #a,b+c"d\\e<f>g;h ' } }).certificate;
    expect(parseCertificate(subject).subject.text).toMatch(/^CN=\\ #a\\,b\\\+c\\"d\\\\e\\<f\\>g\\;h\\ ,/);
  });

  test('names show no control and no mark of direction', () => {
    const commonName = 'Μ\u202e\r\n\0\u009b<b>';
    const { subject } = parseCertificate(pki.issue('p256', { name: { commonName } }).certificate);
    expect(subject.text).toMatch(/^CN=Μ\\e2\\80\\ae\\0d\\0a\\00\\c2\\9b\\<b\\>,/);
    expect(nameValue(subject, 'commonName')).toBe('Μ\ufffd\ufffd\ufffd\ufffd\ufffd<b>');
    // What is compared is what was signed.
    expect(subject.rdns.flat().map(({ value }) => value)).toContain(commonName);
  });

  test('RFC 5280 §4.1.1.2: the algorithm outside is the one inside', () => {
    const { tbs, signature } = parseCertificate(p256.certificate);
    const inside = assembleCertificate(tbs, 'rsa-pkcs1-sha256', signature);
    expect(parseCertificate(inside).signatureMethod).toEqual({ kind: 'pkcs1', digest: 'SHA-256' });
    expect(() => parseCertificate(assembleCertificate(tbs, 'rsa-pkcs1-sha512', signature))).toThrowError(
      expect.objectContaining({ code: 'certificate_malformed' }),
    );
  });

  test('RSASSA-PSS: salts of other lengths and other mask digests are told, another trailer is not taken', () => {
    const hash = (name: string) => sequence(oid(name), nullValue());
    const pss = (digest: string, mask: string, salt: number, trailer = 1) => {
      const mgf = sequence(oid(OID.mgf1), hash(mask));
      const members = [explicit(0, hash(digest)), explicit(1, mgf), explicit(2, integer(salt))];
      const parameters = sequence(...members, explicit(3, integer(trailer)));
      return supported(() => readSignatureMethod(readAsn1(sequence(oid(OID.rsaPss), parameters))));
    };
    expect(pss(OID.sha256, OID.sha256, 32)).toEqual({ kind: 'pss', digest: 'SHA-256' });
    expect(pss(OID.sha256, OID.sha256, 20)).toEqual({ kind: 'pss', digest: 'SHA-256', saltLength: 20 });
    expect(pss(OID.sha256, OID.sha256, 0)).toEqual({ kind: 'pss', digest: 'SHA-256', saltLength: 0 });
    expect(pss(OID.sha256, OID.sha256, 5000)).toBeUndefined();
    expect(pss(OID.sha256, OID.sha1, 32)).toEqual({ kind: 'pss', digest: 'SHA-256', maskDigest: 'SHA-1' });
    expect(pss(OID.sha256, OID.sha256, 32, 2)).toBeUndefined();
  });

  test('damaged certificates throw PkiError and nothing else; trailing bytes are refused', () => {
    const der = p256.certificate;
    expect(() => parseCertificate(Uint8Array.of(...der, 0))).toThrowError(PkiError);
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Uint8Array.from(der, (octet, i) => (i === at ? octet ^ mask : octet));
        try {
          parseCertificate(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(PkiError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('tbsCertificate', () => {
  const name = encodeName([{ type: 'commonName', value: 'Χ' }]);
  const template = {
    issuer: name,
    subject: name,
    validity: { notBefore: TEST_NOW, notAfter: TEST_NOW },
    spki: parseCertificate(p256.certificate).spki,
    extensions: {},
  };

  test('refuses a serial that is zero, empty or too long', () => {
    for (const serial of [new Uint8Array(0), new Uint8Array(3), new Uint8Array(21).fill(1)]) {
      expect(() => tbsCertificate({ ...template, serial }, 'ecdsa-p256-sha256')).toThrowError(PkiError);
    }
  });

  test('refuses empty names, and characters that a PrintableString has not', () => {
    expect(() => encodeName([{ type: 'commonName', value: '' }])).toThrowError(PkiError);
    expect(() => encodeName([{ type: 'country', value: 'Ελ' }])).toThrowError(PkiError);
  });
});
