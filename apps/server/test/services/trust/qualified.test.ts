import { draftSignature, finishSignature } from '@websign/pades';
import { openPdf, prepareSignature } from '@websign/pdf';
import { estimateCmsBytes, operatorAnchor, type TrustStore, trustStore } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  type LongTermWorld,
  longTermWorld,
  type ServiceSpec,
  signedBy,
  TEST_NOW,
  testSubject,
} from '@websign/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validateDocument } from '../../../src/services/validation/validate.ts';
import { smallPdf } from '../../http/harness.ts';
import { DAY, listsHome } from './lists-home.ts';

const ports = nodePorts();
const TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/';
const INFORMATION = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/';
const FOR_SIGNATURES = {
  critical: true,
  content: `<AdditionalServiceInformation><URI xml:lang="en">${INFORMATION}ForeSignatures</URI></AdditionalServiceInformation>`,
};

let home: Awaited<ReturnType<typeof listsHome>>;
let world: LongTermWorld;
let signed: Uint8Array;

/** A signature with a time-stamp, by a certificate that says that it is qualified, in a device, for signatures. */
async function qualifiedSignature(): Promise<Uint8Array> {
  const signer = await testSubject('p256', 'Qualified Signer', world.issuing, {
    serial: Uint8Array.of(0x31),
    extensions: {
      basicConstraints: { ca: false },
      keyUsage: ['nonRepudiation'],
      authorityInfoAccess: { ocsp: ['http://pki.test.invalid/ocsp'], caIssuers: [] },
      qcStatements: [
        { oid: '0.4.0.1862.1.1' },
        { oid: '0.4.0.1862.1.4' },
        { oid: '0.4.0.1862.1.6', info: Uint8Array.from([0x30, 9, 6, 7, 4, 0, 0x8e, 0x46, 1, 6, 1]) },
      ],
    },
  });
  const chain = [signer.certificate, world.issuing.certificate];
  const bytes = smallPdf();
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: world.now, offsetMinutes: 120 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const stamp = (value: Uint8Array) => world.stamp(ports.digest('SHA-256', value), 'SHA-256');
  const { tail } = await finishSignature(
    prepared,
    draft,
    signedBy(signer)(draft.signedAttributes),
    ports,
    stamp,
  );
  return Buffer.concat([bytes, tail]);
}

beforeAll(async () => {
  home = await listsHome();
  world = await longTermWorld();
  signed = await qualifiedSignature();
});
afterAll(() => home.close());
beforeEach(() => home.reset());

const listed = (
  type: string,
  certificate: Uint8Array,
  change: Partial<ServiceSpec['states'][0]> = {},
): ServiceSpec => ({
  type: `${TYPE}${type}`,
  certificates: [certificate],
  states: [
    { status: `${STATUS}granted`, from: TEST_NOW - 500 * DAY, extensions: [FOR_SIGNATURES], ...change },
  ],
});

async function byLists(...services: ServiceSpec[]): Promise<TrustStore> {
  home.putGreece({ providers: [{ name: 'Πάροχος', services }] });
  const lists = home.open();
  await lists.refresh();
  return trustStore(lists.anchors());
}

async function judged(trust: TrustStore) {
  const source = {
    length: signed.length,
    async *read() {
      yield signed;
    },
  };
  const material = { fetch: world.fetch };
  const context = { engine: home.engine, trust, clock: () => world.now + 60_000, material };
  const { validation } = await validateDocument(context, source, { online: true });
  return validation.signatures[0];
}

describe('qualified by a trusted list, from its XML to the verdict', () => {
  test('authority and time-stamps listed', async () => {
    const trust = await byLists(
      listed('CA/QC', world.issuing.certificate),
      listed('TSA/QTST', world.timeStamping.certificate),
    );
    const signature = await judged(trust);
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', timeProven: true });
    expect(signature?.qualification).toEqual({
      qualified: true,
      outcome: 'QESig',
      reasons: ['qualified_certificate', 'qualified_device'],
      service: { territory: 'EL', provider: 'Πάροχος', name: 'Service' },
    });
    expect(signature?.timeStamps[0]).toMatchObject({ indication: 'TOTAL-PASSED', qualified: true });
  });

  test('a service that was withdrawn before the signature', async () => {
    const withdrawn = {
      status: `${STATUS}withdrawn`,
      from: TEST_NOW - 10 * DAY,
      extensions: [FOR_SIGNATURES],
    };
    const service = listed('CA/QC', world.issuing.certificate);
    const trust = await byLists({ ...service, states: [withdrawn, ...service.states] });
    const signature = await judged(trust);
    expect(signature?.qualification).toMatchObject({
      qualified: false,
      outcome: 'AdESig',
      reasons: ['not_granted_at_signing'],
    });
  });

  test('a state with a critical extension that nobody knows gives no status', async () => {
    const unknown = { critical: true, content: '<x:Rule xmlns:x="urn:example:rule"></x:Rule>' };
    const trust = await byLists(
      listed('CA/QC', world.issuing.certificate, { extensions: [FOR_SIGNATURES, unknown] }),
    );
    expect((await judged(trust))?.qualification).toMatchObject({ qualified: false, outcome: 'AdESig' });
  });

  test('the same authority trusted by the operator alone is never qualified', async () => {
    const own = [world.issuing, world.timeStamping].map(({ certificate }) =>
      operatorAnchor(certificate, ports),
    );
    const signature = await judged(trustStore(own));
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED' });
    expect(signature?.qualification).toMatchObject({ qualified: false, reasons: ['operator_anchor'] });
    expect(signature?.timeStamps[0]).toMatchObject({ qualified: false });
  });
});
