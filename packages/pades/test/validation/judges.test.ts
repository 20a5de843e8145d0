import { openPdf, signatureFields } from '@websign/pdf';
import type { Material } from '@websign/pki';
import {
  AUTHORITY_EXTENSIONS,
  isInstalled,
  judgedByPyhanko,
  judged as judgedByTool,
  judgedFiles,
  pem,
  TEST_NOW,
  testCrl,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  anchor,
  DAY,
  good,
  judge,
  NONE,
  ports,
  read,
  SIGNER_EXTENSIONS,
  sign,
  type World,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

const noPdfsig = !isInstalled('pdfsig');
const noOpenssl = !isInstalled('openssl');
const noPyhanko = !isInstalled('pyhanko');
const it = await world();
const fine = await allGood(it);
const soon = TEST_NOW + 1000;

interface File {
  name: string;
  bytes: Uint8Array;
  of?: World;
  at?: number;
  /** Why pyHanko refuses what we pass. */
  theirs?: string;
}

async function files(): Promise<File[]> {
  const signed = await sign(it);
  const stamped = await sign(it, { stamped: TEST_NOW });
  const bare = { certificates: fine.certificates };
  const lasting = withMaterial(stamped, fine);
  const archived = await withStamp(lasting, it, soon);
  const short = await world({
    signer: {
      serial: Uint8Array.of(0x5a, 10),
      extensions: SIGNER_EXTENSIONS,
      validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY },
    },
  });
  const shortFine = await allGood(short);
  const revoked = (revokedAt: number, reason?: 'certificateHold'): Promise<Uint8Array> =>
    good(it, it.signer, {
      status: () => ({ status: 'revoked', revokedAt, ...(reason === undefined ? {} : { reason }) }),
    });
  const withAnswer = async (answer: Promise<Uint8Array>): Promise<Material> => ({
    ...fine,
    ocsps: [await answer, ...fine.ocsps.slice(1)],
  });
  const flipped = (bytes: Uint8Array): Uint8Array =>
    Uint8Array.from(bytes, (octet, i) => (i === 20 ? octet ^ 1 : octet));
  const responder = await testOcsp(it.responder, it.ca, it.signer.certificate);
  const lonely = await testSubject('stranger', 'Stranger', undefined, { extensions: AUTHORITY_EXTENSIONS });
  const stranger = { ...it, anchors: [anchor(lonely)] };
  const theirs = 'it judges at the moment asked for, not at the proven time (EN 319 102-1 §5.5.4)';
  return [
    { name: 'B-B without revocation data', bytes: withMaterial(signed, bare) },
    { name: 'B-B with revocation data', bytes: withMaterial(signed, fine) },
    { name: 'B-T without revocation data', bytes: withMaterial(stamped, bare) },
    { name: 'B-LT', bytes: lasting },
    { name: 'B-LTA', bytes: archived },
    { name: 'B-LTA, a day later', bytes: archived, at: TEST_NOW + DAY },
    {
      name: 'B-LTA, its signer expired',
      bytes: await withStamp(withMaterial(await sign(short, { stamped: TEST_NOW }), shortFine), short, soon),
      of: short,
      at: TEST_NOW + 2 * DAY,
      theirs,
    },
    {
      name: 'B-LT, its signer expired',
      bytes: withMaterial(await sign(short, { stamped: TEST_NOW }), shortFine),
      of: short,
      at: TEST_NOW + 2 * DAY,
      theirs,
    },
    { name: 'revoked before', bytes: withMaterial(signed, await withAnswer(revoked(TEST_NOW - DAY))) },
    {
      name: 'revoked before the time-stamp',
      bytes: withMaterial(stamped, await withAnswer(revoked(TEST_NOW - DAY))),
    },
    {
      name: 'on hold',
      bytes: withMaterial(signed, await withAnswer(revoked(TEST_NOW - DAY, 'certificateHold'))),
    },
    {
      name: 'a revoked authority',
      bytes: withMaterial(signed, {
        ...fine,
        crls: [
          await testCrl(it.root, {
            entries: [{ serial: Uint8Array.of(0x5a, 2), revokedAt: TEST_NOW - DAY }],
          }),
        ],
      }),
    },
    {
      name: 'a responder that is entitled',
      bytes: withMaterial(signed, {
        ...fine,
        ocsps: [responder, ...fine.ocsps.slice(1)],
        certificates: [...fine.certificates, it.responder.certificate],
      }),
    },
    { name: 'nobody trusts it', bytes: withMaterial(signed, fine), of: stranger },
    { name: 'a changed byte', bytes: flipped(withMaterial(signed, fine)) },
    {
      name: 'a time-stamp over other bytes',
      bytes: withMaterial(await sign(it, { stamped: TEST_NOW, over: Buffer.from('x') }), fine),
    },
  ];
}

const all = await files();

const anchorOf = ({ anchors: [trusted], root }: World): Uint8Array =>
  trusted?.certificate ?? root.certificate;

describe.skipIf(noPyhanko)(
  noPyhanko ? 'skipped: pyhanko not installed' : 'pyHanko passes what we pass, and nothing else',
  () => {
    test.each(all.map((file): [string, File] => [file.name, file]))('%s', async (_, file) => {
      const { bytes, of = it, at = soon, theirs } = file;
      const [ours] = (await judge(bytes, of, { at, material: NONE })).signatures;
      const [verdicts] = judgedByPyhanko([bytes], anchorOf(of), at);
      const passed = ours?.indication === 'TOTAL-PASSED';
      if (theirs === undefined) expect(verdicts?.[0]?.passed).toBe(passed);
      // Where we differ: they refuse what we pass, and `theirs` says why.
      else expect([passed, verdicts?.[0]?.passed]).toEqual([true, false]);
    });
  },
);

describe.skipIf(noPdfsig)(
  noPdfsig ? 'skipped: pdfsig not installed' : 'pdfsig has the same mathematics',
  () => {
    test.each(all.map((file): [string, File] => [file.name, file]))(
      '%s',
      async (_, { bytes, of = it, at = soon }) => {
        const { text } = judgedByTool('pdfsig', ['-nocert'], bytes);
        const [ours] = (await judge(bytes, of, { at, material: NONE })).signatures;
        const intact = ours?.steps.find(({ block }) => block === 'cryptographic')?.outcome === 'passed';
        expect(/Signature Validation: (.*)/.exec(text)?.[1]).toBe(
          intact ? 'Signature is Valid.' : 'Digest Mismatch.',
        );
      },
    );
  },
);

describe.skipIf(noOpenssl)(
  noOpenssl ? 'skipped: openssl not installed' : 'openssl verifies the same CMS',
  () => {
    test.each(all.map((file): [string, File] => [file.name, file]))(
      '%s',
      async (_, { bytes, of = it, at = soon }) => {
        const [signature] = (await read(bytes)).signatures;
        const { byteRange } = signatureFields(openPdf(bytes, ports))[0]?.signature ?? {};
        if (signature?.cms === undefined || byteRange === undefined) throw new Error('no signature');
        const [, before, after, length] = byteRange;
        const content = Buffer.concat([bytes.subarray(0, before), bytes.subarray(after, after + length)]);
        const files = {
          content,
          'signature.der': signature.cms,
          'root.pem': pem('CERTIFICATE', of.root.certificate),
        };
        const options = [
          '-inform',
          'DER',
          '-in',
          'signature.der',
          '-content',
          'content',
          '-CAfile',
          'root.pem',
        ];
        const { status } = judgedFiles(
          'openssl',
          files,
          'cms',
          '-verify',
          '-binary',
          '-purpose',
          'any',
          '-attime',
          `${soon / 1000}`,
          '-out',
          'out',
          ...options,
        );
        const [ours] = (await judge(bytes, of, { at, material: NONE })).signatures;
        const intact = ours?.steps.find(({ block }) => block === 'cryptographic')?.outcome === 'passed';
        expect(status === 0).toBe(intact);
      },
    );
  },
);
