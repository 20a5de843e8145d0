import { draftSignature, type TimeStampReport, validate } from '@websign/pades';
import { embed, openPdf, prepareSignature } from '@websign/pdf';
import { assembleCms } from '@websign/pki';
import { signedBy, TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { type Asn1, readAsn1 } from '../../../pki/src/asn1/reader.ts';
import { tlv } from '../../../pki/src/asn1/writer.ts';
import { but, fine, it, revoked } from './case.ts';
import { DAY, first, joined, judge, ports, read, sign, smallPdf, token, withStamp } from './world.ts';

type Members = readonly Asn1[];

/** A CMS with other members in its SignedData. */
function cmsWith(cms: Uint8Array, change: (members: Members) => Uint8Array[]): Uint8Array {
  const [type, tagged] = readAsn1(cms).members();
  const [signedData] = tagged?.members() ?? [];
  if (type === undefined || tagged === undefined || signedData === undefined) throw new Error('no CMS');
  const changed = tlv(signedData.tag, ...change(signedData.members()));
  return tlv(0x30, type.raw, tlv(tagged.tag, changed));
}
const raw = (members: Members): Uint8Array[] => members.map((member) => member.raw);
/** The same with so many times its SignerInfos. */
const signers = (times: number) => (members: Members) => {
  const last = members.at(-1);
  if (last === undefined) throw new Error('no signers');
  return [...raw(members.slice(0, -1)), tlv(last.tag, ...new Array<Uint8Array>(times).fill(last.content))];
};
const withoutCertificates = (members: Members) => raw(members.filter(({ tag }) => tag !== 0xa0));

/** 64 more certificates, which are none. */
const crowded = (members: Members) =>
  members.map(({ tag, raw: whole, content }) =>
    tag === 0xa0
      ? tlv(tag, content, ...Array.from({ length: 64 }, (_, n) => Uint8Array.of(0x30, 3, 2, 1, n)))
      : whole,
  );

/** The token with other signed attributes, signed anew by its authority. */
const attributed = (change: (attribute: Uint8Array) => Uint8Array[]) => (members: Members) => {
  const [info] = members.at(-1)?.members() ?? [];
  const [version, sid, digest, attributes, method] = info?.members() ?? [];
  if (version === undefined || sid === undefined || digest === undefined) throw new Error('no signer');
  if (attributes === undefined || method === undefined) throw new Error('no attributes');
  const changed = attributes.members().flatMap((attribute) => change(attribute.raw));
  const value = signedBy(it.tsa)(tlv(0x31, ...changed));
  const parts = [...raw([version, sid, digest]), tlv(0xa0, ...changed), method.raw, tlv(4, value)];
  return [...raw(members.slice(0, -1)), tlv(0x31, tlv(0x30, ...parts))];
};
const holds = (octets: Uint8Array, hex: string) => Buffer.from(octets).includes(Buffer.from(hex, 'hex'));
const isBinding = (attribute: Uint8Array) => holds(attribute, '2a864886f70d010910022f');
/** signing-certificate-v2 that names the certificate by SHA-512/256 (RFC 5035 §4). */
function bindingByOther(attribute: Uint8Array): Uint8Array {
  const [type, values] = readAsn1(attribute).members();
  const [certificates] = values?.members()[0]?.members() ?? [];
  const [named] = certificates?.members() ?? [];
  if (type === undefined || named === undefined) throw new Error('no signing-certificate-v2');
  const digest = tlv(0x30, Buffer.from('0609608648016503040206', 'hex'));
  const hash = named.members().filter(({ tag }) => tag === 4);
  return tlv(0x30, type.raw, tlv(0x31, tlv(0x30, tlv(0x30, tlv(0x30, digest, ...raw(hash))))));
}
/** CMS knows the versions 1, 3, 4 and 5 (RFC 5652 §5.1). */
const ofVersion2 = (members: Members) => [Uint8Array.of(2, 1, 2), ...raw(members.slice(1))];

/** A signature with a token that was made otherwise, and the octets of its CMS replaced. */
async function stampedBy(
  change: (right: Uint8Array) => Uint8Array,
  rewritten = (cms: Uint8Array): Uint8Array => cms,
): Promise<Uint8Array> {
  const base = smallPdf();
  const prepared = await prepareSignature(openPdf(base, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: 24_000,
  });
  const chain = [it.signer.certificate, it.ca.certificate];
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const value = signedBy(it.signer)(draft.signedAttributes);
  const stamp = change(await token(it, value, TEST_NOW));
  return joined(base, embed(prepared, rewritten(assembleCms(draft, value, stamp))));
}

/** As it is, with one text of hexadecimal digits for another of the same length. */
const replaced = (octets: Uint8Array, from: string, to: string): Uint8Array => {
  const hex = Buffer.from(octets).toString('hex');
  expect(hex).toContain(from);
  return new Uint8Array(Buffer.from(hex.replace(from, to), 'hex'));
};
const said = ({ indication, subIndication, reason }: Partial<TimeStampReport> = {}) =>
  [indication, subIndication, reason].filter((word) => word !== undefined).join(' ');

describe('a time-stamp inside a signature that is not as it must be', () => {
  const MALFORMED = 'TOTAL-FAILED FORMAT_FAILURE timestamp_malformed';
  /** Where nobody can be named as its authority. */
  const isUnknown = (expected: string, told: string) =>
    expected === MALFORMED || /CUSTOM|CRYPTO_CONSTRAINTS/.test(expected) || told === 'without certificates';

  test.each<[string, (right: Uint8Array) => Uint8Array, string]>([
    ['as it must be', (right) => right, 'TOTAL-PASSED'],
    ['junk', () => Uint8Array.of(0x30, 0), MALFORMED],
    ['nobody signed it', (right) => cmsWith(right, signers(0)), MALFORMED],
    ['it is signed twice', (right) => cmsWith(right, signers(2)), MALFORMED],
    [
      'without certificates',
      (right) => cmsWith(right, withoutCertificates),
      'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND timestamp_certificate',
    ],
    [
      'another time than its authority said',
      // GeneralizedTime 20261121120000Z; that of the signed attributes is a UTCTime.
      (right) => replaced(right, '32303236313132313132', '32303236313132313131'),
      'TOTAL-FAILED HASH_FAILURE timestamp_content',
    ],
    [
      'its authority signed it anew',
      (right) =>
        cmsWith(
          right,
          attributed((attribute) => [attribute]),
        ),
      'TOTAL-PASSED',
    ],
    [
      'it binds no certificate',
      (right) =>
        cmsWith(
          right,
          attributed((attribute) => (isBinding(attribute) ? [] : [attribute])),
        ),
      'INDETERMINATE SIG_CONSTRAINTS_FAILURE timestamp_certificate',
    ],
    [
      'it binds its certificate by a digest that is not computed here',
      (right) =>
        cmsWith(
          right,
          attributed((attribute) => [isBinding(attribute) ? bindingByOther(attribute) : attribute]),
        ),
      'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE algorithm_unsupported',
    ],
    [
      'it binds another certificate',
      (right) =>
        cmsWith(
          right,
          attributed((attribute) => [
            isBinding(attribute) ? attribute.with(-1, (attribute.at(-1) ?? 0) ^ 1) : attribute,
          ]),
        ),
      'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND timestamp_certificate',
    ],
    [
      'its attributes name no digest',
      (right) =>
        cmsWith(
          right,
          attributed((attribute) => (holds(attribute, '06092a864886f70d010904') ? [] : [attribute])),
        ),
      'TOTAL-FAILED FORMAT_FAILURE timestamp_content',
    ],
    ['of a version that there is not', (right) => cmsWith(right, ofVersion2), MALFORMED],
    ['more certificates than are read', (right) => cmsWith(right, crowded), 'INDETERMINATE CUSTOM limit'],
  ])('%s', async (told, change, expected) => {
    const report = first(await judge(await stampedBy(change), it, { material: fine }));
    expect(report.timeStamps.map(said)).toEqual([expected]);
    expect(report.timeProven).toBe(expected === 'TOTAL-PASSED');
    // Who made it is told as far as it is known.
    const known = report.timeStamps[0]?.chain.map(({ commonName }) => commonName);
    if (expected === 'TOTAL-PASSED') expect(known).toEqual(['Time-Stamp Authority', 'Authority', 'Root']);
    else expect(known).toEqual(isUnknown(expected, told) ? [] : ['Time-Stamp Authority']);
    const foreign = expected.includes('HASH_FAILURE');
    expect(report.indication).toBe(foreign ? 'INDETERMINATE' : 'TOTAL-PASSED');
  });

  test('a time to come: its authority is told', async () => {
    const report = first(await judge(await sign(it, { stamped: TEST_NOW + DAY }), it, { material: fine }));
    expect(report.timeStamps).toMatchObject([{ reason: 'timestamp_time', genTime: TEST_NOW + DAY }]);
    expect(report.timeStamps[0]?.chain).toHaveLength(3);
  });

  test('a signature of a version that there is not', async () => {
    const bytes = await stampedBy(
      (right) => right,
      (cms) => cmsWith(cms, ofVersion2),
    );
    const report = first(await judge(bytes, it, { material: fine }));
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' });
    expect(report.steps.at(-2)).toMatchObject({
      block: 'identification',
      outcome: 'failed',
      reason: 'malformed',
    });
    expect(report.chain).toEqual([]);
  });

  test('a signature by a digest that is not computed here is no forgery', async () => {
    // SHA-256 becomes SHA-512/256.
    const renamed = (cms: Uint8Array) => {
      const hex = Buffer.from(cms).toString('hex');
      return new Uint8Array(Buffer.from(hex.replaceAll('608648016503040201', '608648016503040206'), 'hex'));
    };
    const report = first(await judge(await stampedBy((right) => right, renamed), it, { material: fine }));
    expect(report).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
    });
    expect(report.steps).toContainEqual(
      expect.objectContaining({ block: 'cryptographic', reason: 'algorithm_unsupported' }),
    );
  });

  test('an archive time-stamp of CAdES: reported, and proves nothing', async () => {
    const archive = (cms: Uint8Array) =>
      replaced(cms, '060b2a864886f70d010910020e', '060b2a864886f70d0109100230');
    const bytes = await stampedBy((right) => right, archive);
    const report = first(await judge(bytes, it, { material: fine }));
    expect(report.timeStamps).toMatchObject([{ kind: 'archive', genTime: TEST_NOW }]);
    expect(report.timeStamps.map(said)).toEqual(['INDETERMINATE CUSTOM algorithm_unsupported']);
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', timeProven: false });
  });
});

describe('how a signature stands in the file', () => {
  const grounds = { anchors: it.anchors, at: TEST_NOW + DAY, freshnessMs: DAY };
  const made = sign(it);
  type Signature = Awaited<ReturnType<typeof read>>['signatures'][number];
  type Change = (one: Signature) => Signature;

  /** The report on the first signature after its evidence, and that of document time-stamps, was changed. */
  async function report(change: Change, stamped?: Change) {
    const bytes = stamped === undefined ? await made : await withStamp(await made, it, TEST_NOW + 1000);
    const found = await read(bytes);
    const signatures = found.signatures.map((one) =>
      one.kind === 'timestamp' ? (stamped?.(one) ?? one) : change(one),
    );
    return validate({ ...found, signatures }, fine, grounds, ports);
  }
  const same: Change = (one) => one;
  const without =
    (...keys: (keyof Signature)[]): Change =>
    (one) =>
      Object.fromEntries(
        Object.entries(one).filter(([key]) => !keys.includes(key as keyof Signature)),
      ) as Signature;

  test.each<[string, Change, string]>([
    ['as it is', same, 'TOTAL-PASSED'],
    ['without a CMS', without('cms'), 'TOTAL-FAILED FORMAT_FAILURE malformed'],
    [
      'around something else',
      (one) => ({ ...one, problems: ['gap_is_not_contents', 'contents_not_hex'] }),
      'TOTAL-FAILED FORMAT_FAILURE gap_is_not_contents',
    ],
    ['of a kind that is not read', (one) => ({ ...one, subFilter: 'X' }), 'INDETERMINATE CUSTOM sub_filter'],
    [
      'of a kind that is not read, around something else',
      (one) => ({ ...one, subFilter: 'X', problems: ['contents_missing'] }),
      'TOTAL-FAILED FORMAT_FAILURE contents_missing',
    ],
    ['of no kind', without('subFilter'), 'INDETERMINATE CUSTOM sub_filter'],
    [
      'of which nothing was digested',
      (one) => ({ ...one, digests: {} }),
      'TOTAL-FAILED HASH_FAILURE content_digest',
    ],
    ['with something behind it', (one) => ({ ...one, padded: true }), 'TOTAL-PASSED contents_padding'],
  ])('%s', async (_, change, expected) => {
    const { indication, subIndication, steps } = first(await report(change));
    const reason = steps.find((step) => step.reason !== undefined)?.reason;
    expect(said({ indication, subIndication, reason } as Partial<TimeStampReport>)).toBe(expected);
  });

  test.each<[string, Change, boolean]>([
    ['as it is', same, true],
    ['without a token', without('cms'), false],
    ['without an end', without('end'), false],
    ['around something else', (one) => ({ ...one, problems: ['gap_is_not_contents'] }), false],
    ['of another kind', (one) => ({ ...one, subFilter: 'ETSI.CAdES.detached' }), false],
    ['of which nothing was digested', (one) => ({ ...one, digests: {} }), false],
    ['that ends where the signature ends', (one) => ({ ...one, end: 1 }), false],
  ])('a document time-stamp %s proves the signature: %s', async (_, change, proves) => {
    const { indication, timeProven, bestTime } = first(await report(same, change));
    expect([indication, timeProven]).toEqual(['TOTAL-PASSED', proves]);
    expect(bestTime).toBe(proves ? TEST_NOW + 1000 : grounds.at);
  });

  test('a document time-stamp that is none is told as such', async () => {
    const { signatures } = await report(same, (one) => ({ ...one, cms: Uint8Array.of(0x30, 0) }));
    expect(signatures[1]).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' });
    expect(signatures[1]?.steps).toContainEqual({
      block: 'format',
      outcome: 'failed',
      subIndication: 'FORMAT_FAILURE',
      reason: 'timestamp_malformed',
    });
    expect(signatures[0]?.timeStamps).toMatchObject([{ chain: [], qualified: false }]);
  });

  test('a signature without an end is covered by nothing, and made after nothing', async () => {
    expect(first(await report(without('end'), same))).toMatchObject({ timeProven: false });
    const base = await withStamp(await made, it, TEST_NOW);
    const material = await but(it, revoked(TEST_NOW - DAY));
    const found = await read(await sign(it, { base }));
    const told = async (change: Change) => {
      const signatures = found.signatures.map((one, n) => (n === 2 ? change(one) : one));
      const { signatures: reports } = await validate({ ...found, signatures }, material, grounds, ports);
      return reports[2]?.subIndication;
    };
    expect(await told(same)).toBe('REVOKED');
    expect(await told(without('end'))).toBe('REVOKED_NO_POE');
  });
});
