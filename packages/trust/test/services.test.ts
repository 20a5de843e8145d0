import { nodePorts } from '@websign/ports';
import {
  listText,
  makeTestPki,
  type ServiceSpec,
  type StateSpec,
  signList,
  TEST_NOW,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { readTrustedList } from '../src/index.ts';

const pki = makeTestPki();
const signer = pki.signers.p256;
const DAY = 24 * 3600 * 1000;
const TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
const withdrawn = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn';
const QUALIFIER = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/QCWithQSCD';
const ECC = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#';

const state = (change: Partial<StateSpec> = {}): StateSpec => ({
  status: granted,
  from: TEST_NOW - 100 * DAY,
  ...change,
});
const service = (change: Partial<ServiceSpec> = {}): ServiceSpec => ({
  certificates: [pki.intermediate.certificate],
  states: [state()],
  ...change,
});

function read(...services: ServiceSpec[]) {
  const text = listText({
    kind: 'national',
    territory: 'EL',
    issued: TEST_NOW,
    providers: [{ name: 'P', services }],
  });
  const expected = { kind: 'national', territory: 'EL', signers: [signer.certificate] } as const;
  return readTrustedList(Buffer.from(signList(text, signer)), expected, nodePorts());
}
const extended = (content: string, critical = false) =>
  service({ states: [state({ extensions: [{ critical, content }] })] });
const statesOf = async (one: ServiceSpec) => (await read(one)).anchors[0]?.anchor.services[0]?.states;

const qualifications = (list: string) =>
  `<ecc:Qualifications xmlns:ecc="${ECC}"><ecc:QualificationElement><ecc:Qualifiers><ecc:Qualifier uri="${QUALIFIER}"></ecc:Qualifier></ecc:Qualifiers>${list}</ecc:QualificationElement></ecc:Qualifications>`;
const criteria = async (assert: string, ...members: string[]) => {
  const list = `<ecc:CriteriaList assert="${assert}">${members.join('')}</ecc:CriteriaList>`;
  return (await statesOf(extended(qualifications(list))))?.[0]?.qualifications[0]?.criteria;
};
const oid = (name: string, text: string) =>
  `<${name}><x:Identifier xmlns:x="http://uri.etsi.org/01903/v1.3.2#">${text}</x:Identifier></${name}>`;
const policy = (text: string) => `<ecc:PolicySet>${oid('ecc:PolicyIdentifier', text)}</ecc:PolicySet>`;
const usage = (name: string, value: string) =>
  `<ecc:KeyUsage><ecc:KeyUsageBit name="${name}">${value}</ecc:KeyUsageBit></ecc:KeyUsage>`;
const other = (content: string) =>
  `<ecc:otherCriteriaList><t:${content} xmlns:t="http://uri.etsi.org/02231/v2/additionaltypes#"></t:${content}></ecc:otherCriteriaList>`;

const none = {
  keyUsages: [],
  policies: [],
  extendedKeyUsages: [],
  subjectAttributes: [],
  unknown: 0,
  nested: [],
};

describe('services of a trusted list', () => {
  test('have their states, newest first, whatever the order in the list', async () => {
    const states = [
      state({ from: TEST_NOW - 50 * DAY, status: withdrawn }),
      state({ from: TEST_NOW - 900 * DAY }),
      state({ from: TEST_NOW - 400 * DAY }),
    ];
    const times = (await statesOf(service({ states })))?.map(({ from }) => (TEST_NOW - from) / DAY);
    expect(times).toEqual([50, 400, 900]);
  });

  test('with several certificates are anchors by each', async () => {
    const { anchors } = await read(
      service({ certificates: [pki.root.certificate, pki.intermediate.certificate] }),
    );
    expect(anchors).toHaveLength(2);
    expect(new Set(anchors.map(({ name }) => name)).size).toBe(2);
  });

  test.each<[string, ServiceSpec, string]>([
    ['of a type on which nothing rests', service({ type: `${TYPE}Certstatus/OCSP/QC` }), 'service_type'],
    ['of no type', service({ type: 'no type at all' }), 'malformed'],
    ['with a status that is none', service({ states: [state({ status: '' })] }), 'malformed'],
    ['without a certificate', service({ certificates: [] }), 'no_certificate'],
    [
      'with what is no certificate',
      service({ certificates: [Uint8Array.of(1, 2, 3)] }),
      'certificate_malformed',
    ],
  ])('%s are left out, and counted', async (_, one, reason) => {
    const { anchors, leftOut } = await read(one, service());
    expect(anchors).toHaveLength(1);
    expect(leftOut).toEqual([{ reason, count: 1 }]);
  });

  test('taken over by another provider stay, and it is told', async () => {
    const content = '<t:TakenOverBy xmlns:t="http://uri.etsi.org/02231/v2/additionaltypes#"></t:TakenOverBy>';
    const { anchors, leftOut } = await read(extended(content, true));
    expect([anchors.length, leftOut]).toEqual([1, [{ reason: 'taken_over', count: 1 }]]);
  });

  test('a critical extension that nobody knows leaves a state without a status; others are passed over', async () => {
    const content = '<x:Rule xmlns:x="urn:example"></x:Rule>';
    expect((await statesOf(extended(content, true)))?.[0]).toMatchObject({ status: '' });
    expect((await statesOf(extended(content)))?.[0]).toMatchObject({ status: granted });
  });

  test('for what a service is', async () => {
    const uri = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals';
    const content = `<AdditionalServiceInformation><URI xml:lang="en">${uri}</URI></AdditionalServiceInformation>`;
    expect((await statesOf(extended(content, true)))?.[0]?.additional).toEqual([uri]);
  });
});

describe('criteria', () => {
  test('of every kind are read', async () => {
    const read = await criteria(
      'atLeastOne',
      usage('nonRepudiation', 'true'),
      usage('crlSign', '0'),
      policy('1.2.3'),
      policy('urn:oid:1.2.4'),
      '<ecc:Description>words</ecc:Description>',
      `<ecc:CriteriaList assert="none">${policy('1.9')}</ecc:CriteriaList>`,
      `<ecc:otherCriteriaList><t:ExtendedKeyUsage xmlns:t="http://uri.etsi.org/02231/v2/additionaltypes#">${oid('t:KeyPurposeId', '1.3.6.1.5.5.7.3.4')}</t:ExtendedKeyUsage><t:CertSubjectDNAttribute xmlns:t="http://uri.etsi.org/02231/v2/additionaltypes#">${oid('t:AttributeOID', '2.5.4.97')}</t:CertSubjectDNAttribute></ecc:otherCriteriaList>`,
    );
    expect(read).toEqual({
      assert: 'atLeastOne',
      keyUsages: [[{ usage: 'nonRepudiation', value: true }], [{ usage: 'cRLSign', value: false }]],
      policies: [['1.2.3'], ['1.2.4']],
      extendedKeyUsages: [['1.3.6.1.5.5.7.3.4']],
      subjectAttributes: [['2.5.4.97']],
      unknown: 0,
      nested: [{ ...none, assert: 'none', policies: [['1.9']] }],
    });
  });

  test.each<[string, string]>([
    ['another element', '<ecc:Weather>fair</ecc:Weather>'],
    ['one of another namespace', '<x:PolicySet xmlns:x="urn:example"></x:PolicySet>'],
    ['a policy that is none', policy('the best')],
    ['an empty set', '<ecc:PolicySet></ecc:PolicySet>'],
    ['a bit that does not exist', usage('superSign', 'false')],
    ['a bit that neither stands nor not', usage('nonRepudiation', 'maybe')],
    ['another kind of other criteria', other('Constellation')],
    ['an empty kind of other criteria', other('ExtendedKeyUsage')],
  ])('that are not known stay unknown: %s', async (_, member) => {
    expect(await criteria('none', member)).toEqual({ ...none, assert: 'none', unknown: 1 });
  });

  test('with an assertion that is not known fit nothing', async () => {
    expect(await criteria('mostly', policy('1.2.3'))).toMatchObject({ unknown: 1, policies: [['1.2.3']] });
  });
});
