import { embed, openPdf, prepareSignature } from '@websign/pdf';
import { assembleCms, draftCms } from '@websign/pki';
import { signedBy, TEST_NOW } from '@websign/testkit';
import { but, type Case, fine, it, revoked } from './case.ts';
import { DAY, joined, ports, smallPdf, tokenOf, withStamp } from './world.ts';

/** CMS with one more signed attribute: a time-stamp over the content (EN 319 122-1 §5.2.8). */
async function withContentStamp(time: number, over?: Uint8Array): Promise<Uint8Array> {
  const base = smallPdf();
  const prepared = await prepareSignature(openPdf(base, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: 16_000,
  });
  const { digest, digestAlgorithm } = prepared;
  const chain = [it.signer.certificate, it.ca.certificate];
  const draft = draftCms({ digest, digestAlgorithm, chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const type = Buffer.from('060b2a864886f70d0109100214', 'hex');
  const attribute = der(0x30, Buffer.concat([type, der(0x31, await tokenOf(it, over ?? digest, time))]));
  const members = [...membersOf(draft.signedAttributes), attribute].sort(Buffer.compare);
  const signedAttributes = new Uint8Array(der(0x31, Buffer.concat(members)));
  const cms = assembleCms({ ...draft, signedAttributes }, signedBy(it.signer)(signedAttributes));
  return joined(base, embed(prepared, cms));
}

const der = (tag: number, content: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.of(tag, 0x82, content.length >> 8, content.length & 0xff), content]);

/** Members of a SET shorter than 128 octets each. */
function membersOf(set: Uint8Array): Uint8Array[] {
  const members: Uint8Array[] = [];
  const start = (set[1] ?? 0) < 0x80 ? 2 : 3;
  for (let at = start; at < set.length; at += 2 + (set[at + 1] ?? 0)) {
    members.push(set.subarray(at, at + 2 + (set[at + 1] ?? 0)));
  }
  return members;
}

export async function contentCases(): Promise<Case[]> {
  const bytes = await withContentStamp(TEST_NOW - 2 * DAY);
  return [
    { told: 'a time-stamp over the content', bytes, material: fine, indication: 'TOTAL-PASSED' },
    {
      told: 'a time-stamp that is over other content',
      bytes: await withContentStamp(TEST_NOW - 2 * DAY, ports.digest('SHA-256', Buffer.from('x'))),
      material: fine,
      sub: 'SIG_CONSTRAINTS_FAILURE',
      reason: 'timestamp_foreign',
    },
    {
      told: 'a time-stamp over the content that is later than the revocation',
      bytes,
      material: await but(it, revoked(TEST_NOW - 3 * DAY)),
      indication: 'TOTAL-FAILED',
      sub: 'REVOKED',
      reason: 'revoked',
    },
    {
      told: 'a time-stamp over the content that is earlier than the revocation',
      bytes,
      material: await but(it, revoked(TEST_NOW - DAY)),
      sub: 'REVOKED_NO_POE',
      reason: 'revoked',
    },
    {
      told: 'a document time-stamp that is older than the one over the content',
      bytes: await withStamp(bytes, it, TEST_NOW - 3 * DAY),
      material: fine,
      sub: 'TIMESTAMP_ORDER_FAILURE',
      reason: 'time_stamp_order',
    },
  ];
}
