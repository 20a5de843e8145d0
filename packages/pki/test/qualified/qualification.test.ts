import { makeTestPki, TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  type Certificate,
  parseCertificate,
  type QualificationElement,
  qualification,
  type ServiceState,
  type TrustAnchor,
  type TrustService,
  timeStampQualification,
} from '../../src/index.ts';

const pki = makeTestPki();
const parsed = parseCertificate(pki.signers.p256.certificate);
const status = (word: string) => `http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${word}`;
const before = (word: string) =>
  `http://uri.etsi.org/TrstSvc/Svcstatus/eSigDir-1999-93-EC-TrustedList/${word}`;
const info = (word: string) => `http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${word}`;
const DAY = 24 * 3600 * 1000;
const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const EIDAS = Date.parse('2016-06-30T22:00:00Z');

const TYPE = { esig: [6, 1], eseal: [6, 2], web: [6, 3] } as const;
type Use = keyof typeof TYPE;
const octets = (last: readonly number[]) => Uint8Array.of(0x06, 0x07, 0x04, 0x00, 0x8e, 0x46, 0x01, ...last);
const sequence = (...items: Uint8Array[]) => {
  const body = items.flatMap((item) => [...item]);
  return Uint8Array.of(0x30, body.length, ...body);
};

interface Said {
  compliance?: boolean;
  device?: boolean;
  uses?: Use[];
  legislation?: string[];
  policies?: string[];
  issued?: string;
  raw?: { oid: string; info?: Uint8Array }[];
}

function certificate(said: Said): Certificate {
  const issued = said.issued === undefined ? TEST_NOW - 30 * DAY : day(said.issued);
  const statements = [
    ...(said.compliance === false ? [] : [{ oid: '0.4.0.1862.1.1' }]),
    ...(said.device === false ? [] : [{ oid: '0.4.0.1862.1.4' }]),
    ...(said.uses === undefined
      ? []
      : [{ oid: '0.4.0.1862.1.6', info: sequence(...said.uses.map((use) => octets(TYPE[use]))) }]),
    ...(said.legislation === undefined
      ? []
      : [
          {
            oid: '0.4.0.1862.1.7',
            info: sequence(
              ...said.legislation.map((c) => Uint8Array.of(0x13, 2, c.charCodeAt(0), c.charCodeAt(1))),
            ),
          },
        ]),
    ...(said.raw ?? []),
  ];
  const extensions = {
    ...parsed.extensions,
    qcStatements: statements,
    certificatePolicies: said.policies ?? ['1.2.3'],
  };
  return { ...parsed, extensions, validity: { notBefore: issued, notAfter: issued + 1000 * DAY } };
}

interface Listed {
  from?: string;
  status?: string;
  additional?: string[];
  qualifiers?: string[];
  type?: string;
}

const everyone: QualificationElement['criteria'] = {
  assert: 'all',
  keyUsages: [[{ usage: 'nonRepudiation', value: true }]],
  policies: [],
  extendedKeyUsages: [],
  subjectAttributes: [],
  unknown: 0,
  nested: [],
};

const state = ({
  from,
  status: word,
  additional = ['ForeSignatures'],
  qualifiers = [],
}: Listed): ServiceState => ({
  from: from === undefined ? EIDAS : day(from),
  status: word?.includes('/') ? word : status(word ?? 'granted'),
  additional: additional.map(info),
  qualifications: qualifiers.length === 0 ? [] : [{ qualifiers: qualifiers.map(info), criteria: everyone }],
});

const service = (...states: Listed[]): TrustService => ({
  territory: 'EL',
  provider: 'Provider',
  name: 'Service',
  type: states[0]?.type ?? 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC',
  states: states.map(state).sort((a, b) => b.from - a.from),
});

const anchor = (...services: TrustService[]): TrustAnchor => ({
  certificate: pki.intermediate.certificate,
  source: 'trusted_list',
  services,
});

const listed = (leaf: Certificate, above: TrustAnchor) => ({
  chain: { certificates: [leaf], anchor: above },
  anchors: [above],
});

const judged = (said: Said, services: TrustService[], at = TEST_NOW, indication = 'TOTAL-PASSED' as const) =>
  qualification({ ...listed(certificate(said), anchor(...services)), at, indication });

describe('qualified or not (ETSI TS 119 615)', () => {
  test.each<[string, Said, Listed, string]>([
    ['compliance, device and no type', {}, {}, 'QESig'],
    ['a type for signatures', { uses: ['esig'] }, {}, 'QESig'],
    ['a type for seals and a service for them', { uses: ['eseal'] }, { additional: ['ForeSeals'] }, 'QESeal'],
    ['a type for seals and a service for signatures', { uses: ['eseal'] }, {}, 'AdESeal'],
    ['a service for both', { uses: ['eseal'] }, { additional: ['ForeSignatures', 'ForeSeals'] }, 'QESeal'],
    ['a service that names no kind', {}, { additional: [] }, 'AdESig'],
    ['no device', { device: false }, {}, 'AdESig-QC'],
    ['no device, the list says so', { device: false }, { qualifiers: ['QCWithQSCD'] }, 'QESig'],
    ['managed on behalf', { device: false }, { qualifiers: ['QCQSCDManagedOnBehalf'] }, 'QESig'],
    ['the list denies the device', {}, { qualifiers: ['QCNoQSCD'] }, 'AdESig-QC'],
    ['as in the certificate, which has it', {}, { qualifiers: ['QCQSCDStatusAsInCert'] }, 'QESig'],
    [
      'as in the certificate, which lacks it',
      { device: false },
      { qualifiers: ['QCQSCDStatusAsInCert'] },
      'AdESig-QC',
    ],
    [
      "the Directive's words do not count after it",
      { device: false },
      { qualifiers: ['QCWithSSCD'] },
      'AdESig-QC',
    ],
    ['no compliance', { compliance: false, uses: ['esig'] }, {}, 'AdESig'],
    ['no compliance, no type', { compliance: false }, {}, 'AdES'],
    [
      'no compliance, the list makes up for it',
      { compliance: false, uses: ['esig'] },
      { qualifiers: ['QCStatement'] },
      'QESig',
    ],
    ['the list denies it', {}, { qualifiers: ['NotQualified'] }, 'AdESig'],
    ['the list turns a seal into a signature', { uses: ['eseal'] }, { qualifiers: ['QCForESig'] }, 'QESig'],
    ['withdrawn', { uses: ['esig'] }, { status: 'withdrawn' }, 'AdESig'],
    [
      'recognised at national level only',
      { uses: ['esig'] },
      { status: 'recognisedatnationallevel' },
      'AdESig',
    ],
    [
      'a status of somebody else',
      { uses: ['esig'] },
      { status: 'http://example.test/Svcstatus/granted' },
      'AdESig',
    ],
    ['for websites', { uses: ['web'] }, { additional: ['ForWebSiteAuthentication'] }, 'Not AdES'],
    ['two types', { uses: ['esig', 'eseal'] }, {}, 'AdES'],
    ['another law', { legislation: ['CH'], uses: ['esig'] }, {}, 'AdESig'],
    [
      'another type of service',
      { uses: ['esig'] },
      { type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/PKC' },
      'AdESig',
    ],
    ['both words for the device', {}, { qualifiers: ['QCWithQSCD', 'QCNoQSCD'] }, 'N/A'],
    ['both words for the statement', {}, { qualifiers: ['QCStatement', 'NotQualified'] }, 'N/A'],
    ['two uses at once', {}, { qualifiers: ['QCForESig', 'QCForESeal'] }, 'N/A'],
    ['a service that came later', {}, { from: '2026-11-20' }, 'N/A'],
  ])('%s', (_, said, listed, outcome) => {
    const verdict = judged(said, [service(listed)]);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.qualified).toBe(outcome === 'QESig' || outcome === 'QESeal');
    expect(verdict.reasons.length).toBeGreaterThan(0);
  });

  test.each<[string, Said, Listed, string]>([
    ['under supervision', {}, {}, 'QESig'],
    ['accredited', {}, { status: before('accredited') }, 'QESig'],
    ['supervision that ends', {}, { status: before('supervisionincessation') }, 'QESig'],
    ['supervision ended', {}, { status: before('supervisionceased') }, 'AdESig'],
    ['supervision revoked', {}, { status: before('supervisionrevoked') }, 'AdESig'],
    ['a status that did not exist then', {}, { status: status('granted') }, 'AdESig'],
    ['policy QCP+ alone', { compliance: false, device: false, policies: ['0.4.0.1456.1.1'] }, {}, 'QESig'],
    ['policy QCP alone', { compliance: false, device: false, policies: ['0.4.0.1456.1.2'] }, {}, 'AdESig-QC'],
    ['QCWithSSCD', { device: false }, { qualifiers: ['QCWithSSCD'] }, 'QESig'],
    ['QCNoSSCD', {}, { qualifiers: ['QCNoSSCD'] }, 'AdESig-QC'],
    ['QCSSCDStatusAsInCert', {}, { qualifiers: ['QCSSCDStatusAsInCert'] }, 'QESig'],
    [
      "the Regulation's words do not count before it",
      { device: false },
      { qualifiers: ['QCWithQSCD'] },
      'AdESig-QC',
    ],
  ])('before July 2016: %s', (_, said, listed, outcome) => {
    const old = { from: '2010-01-01', status: before('undersupervision'), additional: [], ...listed };
    expect(judged({ issued: '2014-05-01', ...said }, [service(old)], day('2015-02-01')).outcome).toBe(
      outcome,
    );
  });

  test('a service that was withdrawn between issuance and signature no longer counts', () => {
    const services = [service({}, { from: '2026-11-10', status: 'withdrawn' })];
    expect(judged({ uses: ['esig'] }, services)).toMatchObject({
      qualified: false,
      outcome: 'AdESig',
      reasons: ['not_granted_at_signing'],
    });
    expect(judged({ uses: ['esig'] }, services, day('2026-11-01')).outcome).toBe('QESig');
  });

  test('a service that was granted after issuance does not count', () => {
    const services = [service({ status: 'withdrawn' }, { from: '2026-11-10' })];
    const verdict = judged({ uses: ['esig'] }, services);
    expect(verdict).toMatchObject({ qualified: false, reasons: ['not_granted_at_issuance'] });
  });

  test('a certificate of the Directive is still qualified after it, where the service is granted', () => {
    const services = [
      service({ from: '2010-01-01', status: before('undersupervision'), additional: [] }, {}),
    ];
    expect(judged({ issued: '2015-06-01' }, services, day('2017-01-01')).outcome).toBe('QESig');
  });

  test('services that say different things leave it open; one that was withdrawn yields to one that is granted', () => {
    const denies = service({ qualifiers: ['QCNoQSCD'] });
    expect(judged({}, [service({}), denies])).toMatchObject({
      outcome: 'N/A',
      reasons: ['services_conflict'],
    });
    expect(judged({}, [service({ status: 'withdrawn' }), service({})]).outcome).toBe('QESig');
  });

  test.each([
    ['TOTAL-PASSED', 'QESig'],
    ['INDETERMINATE', 'Indeterminate QESig'],
    ['TOTAL-FAILED', 'Not AdES but QC with QSCD'],
  ] as const)(
    '%s makes it %s, and nothing but a signature that passed is qualified',
    (indication, outcome) => {
      const input = { ...listed(certificate({}), anchor(service({}))), at: TEST_NOW, indication };
      const { qualified, outcome: said } = qualification(input);
      expect([said, qualified]).toEqual([outcome, indication === 'TOTAL-PASSED']);
    },
  );

  test('is never so by an operator’s anchor, whatever the certificate says', () => {
    const own: TrustAnchor = { ...anchor(service({})), source: 'operator' };
    const input = {
      ...listed(certificate({}), own),
      at: TEST_NOW,
      indication: 'TOTAL-PASSED' as const,
    };
    expect(qualification(input)).toEqual({ qualified: false, outcome: 'N/A', reasons: ['operator_anchor'] });
    expect(timeStampQualification(listed(certificate({}), own), TEST_NOW)).toMatchObject({
      qualified: false,
    });
  });

  test.each([
    ['without information', undefined],
    ['that is no sequence', Uint8Array.of(5, 0)],
    ['cut off', Uint8Array.of(0x30, 9, 6)],
  ])('a type %s makes the statements count for nothing', (_, bytes) => {
    const raw = [{ oid: '0.4.0.1862.1.6', ...(bytes === undefined ? {} : { info: bytes }) }];
    const verdict = judged({ raw }, [service({})]);
    expect(verdict).toMatchObject({ qualified: false, outcome: 'AdES' });
    expect(verdict.reasons).toContain('statements_malformed');
  });

  test('a chain may end above what a list names: the nearest that is named counts', () => {
    const leaf = certificate({});
    const issuing = parseCertificate(pki.intermediate.certificate);
    const root: TrustAnchor = { certificate: pki.root.certificate, source: 'operator', services: [] };
    const above = { ...anchor(service({ status: 'withdrawn' })), certificate: pki.root.certificate };
    const moment = { at: TEST_NOW, indication: 'TOTAL-PASSED' as const };
    for (const end of [root, above]) {
      const chain = { certificates: [leaf, issuing], anchor: end };
      const anchors = [end, anchor(service({}))];
      expect(qualification({ chain, anchors, ...moment }).outcome).toBe('QESig');
    }
    const own = { ...anchor(service({})), certificate: leaf.der };
    const alone = { chain: { certificates: [leaf], anchor: own }, anchors: [own] };
    expect(qualification({ ...alone, ...moment })).toMatchObject({
      qualified: false,
      reasons: ['operator_anchor'],
    });
  });

  test('names the service that speaks for it', () => {
    expect(judged({}, [service({})]).service).toEqual({
      territory: 'EL',
      provider: 'Provider',
      name: 'Service',
    });
  });
});

describe('qualified time-stamps', () => {
  const qtst = (listed: Listed) =>
    service({ type: 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST', ...listed });
  test.each<[string, TrustService[], boolean, string]>([
    ['a granted QTST', [qtst({})], true, 'qualified_time_stamp'],
    ['a withdrawn one', [qtst({ status: 'withdrawn' })], false, 'not_granted_at_signing'],
    ['one that came later', [qtst({ from: '2026-11-30' })], false, 'no_service_at_signing'],
    ['a CA', [service({})], false, 'not_qtst'],
    ['nothing', [], false, 'no_service_at_signing'],
    ['a CA and a QTST', [service({}), qtst({})], true, 'qualified_time_stamp'],
  ])('%s', (_, services, qualified, reason) => {
    const verdict = timeStampQualification(listed(certificate({}), anchor(...services)), TEST_NOW);
    expect(verdict).toMatchObject({ qualified, reasons: [reason] });
  });
});
