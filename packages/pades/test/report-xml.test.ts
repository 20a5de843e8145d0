import { createHash } from 'node:crypto';
import { type Evidence, type SignatureReport, type Validation, validationReportXml } from '@websign/pades';
import { nodePorts } from '@websign/ports';
import { dssHome, isInstalled, judgedFiles, makeTestPki, reportReadByDss, TEST_NOW } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64 } from '../src/report/xml/element.ts';

const ports = nodePorts();
const pki = makeTestPki();
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sha256 = hex(new Uint8Array([1]));
const certificate = (der: Uint8Array, subject: string) => ({
  subject,
  issuer: 'CN=Root',
  serial: '01',
  notBefore: TEST_NOW - 1000,
  notAfter: TEST_NOW + 1000,
  sha256: hex(der),
});
const signer = certificate(pki.signers.p256.certificate, 'CN=<Μαρία> & "Σία"\u0007');
const root = { ...certificate(pki.root.certificate, 'CN=Root'), anchor: { source: 'operator' as const } };

const report: SignatureReport = {
  field: 'Signature1',
  kind: 'signature',
  subFilter: 'ETSI.CAdES.detached',
  indication: 'INDETERMINATE',
  subIndication: 'REVOKED_NO_POE',
  steps: [
    { block: 'format', outcome: 'passed' },
    {
      block: 'certificate',
      outcome: 'indeterminate',
      subIndication: 'REVOKED_NO_POE',
      reason: 'revoked',
      about: signer.subject,
    },
  ],
  chain: [
    {
      ...signer,
      revocation: {
        source: 'ocsp',
        origin: 'embedded',
        status: 'revoked',
        thisUpdate: TEST_NOW,
        revokedAt: TEST_NOW - 500,
        reason: 'keyCompromise',
      },
    },
    root,
  ],
  reason: 'Έγκριση',
  location: 'Αθήνα',
  claimedTime: TEST_NOW - 100,
  bestTime: TEST_NOW - 50,
  timeProven: true,
  timeStamps: [
    {
      kind: 'signature',
      indication: 'TOTAL-PASSED',
      genTime: TEST_NOW - 50,
      chain: [certificate(pki.tsa.certificate, 'CN=TSA'), root],
      qualified: false,
    },
    { kind: 'document', field: 'Stamp', indication: 'TOTAL-FAILED', chain: [], qualified: false },
  ],
  level: 'B-T',
  algorithms: { digest: 'SHA-256' },
  covers: 'revision',
  changes: {
    level: 'annotations',
    changes: [{ revision: 2, level: 'annotations', rule: 'annotation', what: '/Annots', page: 1 }],
    truncated: false,
  },
  qualification: { qualified: false, outcome: 'not_applicable', reasons: [] },
};

const evidence: Evidence = {
  size: 10,
  sha256,
  revisions: [{ number: 1, end: 10 }],
  signatures: [
    {
      field: 'Signature1',
      kind: 'signature',
      covers: 'revision',
      problems: [],
      contactInfo: 'maria@example.test',
      digests: { 'SHA-512': new Uint8Array(64), 'SHA-256': new Uint8Array(32).fill(7) },
      changes: report.changes,
    },
  ],
  leftOut: 0,
  store: { certificates: [], ocsps: [], crls: [] },
  names: [],
};

const validation: Validation = {
  verdict: 'indeterminate',
  signatures: [report, { ...report, field: 'Signature2', chain: [], timeStamps: [], timeProven: false }],
  leftOut: 0,
  missing: [],
  names: [],
  used: { certificates: [pki.signers.p256.certificate], ocsps: [new Uint8Array([1, 2, 3])], crls: [] },
  at: TEST_NOW,
};

const xml = validationReportXml(
  [
    { sha256, evidence, validation },
    { sha256, evidence, validation: { ...validation, verdict: 'unsigned', signatures: [] } },
    { sha256, code: 'pdf_broken' },
  ],
  TEST_NOW,
  ports,
);

const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, group = '']) => group);

/** Element names in their nesting; a tag that closes another throws. */
function depth(): number {
  const open: string[] = [];
  let deepest = 0;
  for (const [, closing, name = ''] of xml.matchAll(/<(\/?)([A-Za-z:]+)[^>]*>/g)) {
    if (closing === '') open.push(name);
    else if (open.pop() !== name) throw new Error(`${name} closes another element`);
    deepest = Math.max(deepest, open.length);
  }
  if (open.length > 0) throw new Error(`${open} stays open`);
  return deepest;
}

const noXmllint = isInstalled('xmllint') ? '' : 'skipped: xmllint not installed';

describe('the report of ETSI TS 119 102-2', () => {
  test('is well-formed, in its namespace, with a report for each signature', () => {
    expect(depth()).toBeGreaterThan(5);
    expect(xml).toContain('<ValidationReport xmlns="http://uri.etsi.org/19102/v1.4.1#"');
    expect(all(/<(SignatureIdentifier) /g)).toHaveLength(2);
    expect(all(/(<SignatureValidationReport>)/g)).toHaveLength(4);
    expect(all(/<PAdESFieldName>(Signature2)</g)).toHaveLength(1);
  });

  test('says indications and sub-indications as URIs', () => {
    expect(all(/<SignatureValidationStatus><MainIndication>([^<]*)</g)).toContain(
      'urn:etsi:019102:mainindication:indeterminate',
    );
    expect(xml).toContain('urn:etsi:019102:subindication:REVOKED_NO_POE');
    expect(xml).toContain('urn:etsi:019102:revocationReason:keyCompromise');
    expect(xml).toContain('urn:x-websign:subindication:no-signature');
    expect(xml).toContain('urn:x-websign:subindication:pdf_broken');
  });

  test('every reference leads to an object that is there once', () => {
    const ids = all(/ id="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const references = all(/VOReference="([^"]*)"/g);
    expect(references.length).toBeGreaterThan(10);
    for (const one of references) expect(ids).toContain(one);
  });

  test('brings certificates and revocation data, and the proof of the best time', () => {
    const der = Buffer.from(pki.signers.p256.certificate).toString('base64');
    expect(xml).toContain(`<base64>${der}</base64>`);
    expect(xml).toContain('urn:etsi:019102:validationObject:OCSPResponse');
    expect(xml).toMatch(/<BestSignatureTime>.*?<POEObject VOReference="T-1-1-1">/);
    const method = 'ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"';
    expect(xml).toContain(`<DigestAlgAndValue><${method}></ds:DigestMethod><ds:DigestValue>BwcHBwc`);
  });

  test('octets are written as RFC 4648 has it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
  });

  test("strangers' words are text", () => {
    expect(xml).toContain('CN=&lt;Μαρία&gt; &amp; &quot;Σία&quot;\ufffd');
  });

  test.skipIf(noXmllint !== '')(noXmllint || 'xmllint reads it', () => {
    const { status, output } = judgedFiles('xmllint', { 'report.xml': xml }, '--noout', 'report.xml');
    expect(output).toBe('');
    expect(status).toBe(0);
  });

  test.skipIf(dssHome === undefined)(
    dssHome === undefined ? 'skipped: EU DSS not installed' : 'EU DSS reads it by its schema',
    { timeout: 120_000 },
    () => {
      expect(reportReadByDss(xml, dssHome ?? '')).toEqual([
        'INDETERMINATE REVOKED_NO_POE',
        'INDETERMINATE REVOKED_NO_POE',
        expect.stringMatching(/^INDETERMINATE/),
        expect.stringMatching(/^INDETERMINATE/),
      ]);
    },
  );
});
