import { gather, validate } from '@websign/pades';
import {
  type ExtensionTemplate,
  type Material,
  type Missing,
  nameHash,
  ocspRequest,
  parseCertificate,
} from '@websign/pki';
import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  TEST_NOW,
  testCrl,
  testOcsp,
  testSubject,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { but, CA_SERIAL, fine, it, revoked, SERIAL } from './case.ts';
import {
  allGood,
  DAY,
  judge,
  NONE,
  ports,
  read,
  SIGNER_EXTENSIONS,
  sign,
  type World,
  withMaterial,
  world,
} from './world.ts';

const now = await sign(it);
const told = (missing: readonly Missing[]) => missing.map(({ kind, url }) => `${kind} ${url}`);
const OCSP = 'ocsp http://ocsp.test.invalid/';
const CRL = 'crl http://crl.test.invalid/ca.crl';

async function missed(of: World, options: Parameters<typeof judge>[2] = {}): Promise<string[]> {
  return told((await judge(await sign(of), of, options)).missing);
}

describe('what a validation asks for', () => {
  test('the status of each certificate below the anchor, of whom it concerns', async () => {
    const { missing } = await judge(now, it);
    const [signer, ca, root] = [it.signer, it.ca, it.root].map(({ certificate }) =>
      parseCertificate(certificate),
    );
    if (signer === undefined || ca === undefined || root === undefined) throw new Error('no world');
    const url = 'http://ocsp.test.invalid/';
    expect(missing).toEqual([
      { kind: 'ocsp', url, request: ocspRequest(signer, ca, ports), isAnchored: true },
      { kind: 'crl', url: 'http://crl.test.invalid/ca.crl', isAnchored: true, isFallback: true },
      { kind: 'ocsp', url, request: ocspRequest(ca, root, ports), isAnchored: true },
    ]);
  });

  test('what is named by a certificate that an end entity signed is no authority’s word', async () => {
    const extensions = { ...SIGNER_EXTENSIONS, crlDistributionPoints: ['http://other.test.invalid/'] };
    const signer = await testSubject('rsa2048', 'Below', it.signer, { extensions });
    const below = { ...it, signer };
    const certificates = [it.signer.certificate, it.ca.certificate];
    const bytes = await sign(below);
    const { missing } = await judge(bytes, below, { material: { certificates } });
    expect(missing.map((one) => [one.url, one.kind !== 'issuer' && one.isAnchored])).toContainEqual([
      'http://other.test.invalid/',
      false,
    ]);
    expect(missing.filter((one) => one.kind !== 'issuer' && one.isAnchored)).toEqual([]);
  });

  test('of two who name one place, it is asked for as of the one that leads to an anchor', async () => {
    const below = {
      ...it,
      signer: await testSubject('rsa2048', 'Below', it.signer, { extensions: SIGNER_EXTENSIONS }),
    };
    const certificates = [it.signer.certificate, it.ca.certificate];
    for (const [one, other] of [
      [it, below],
      [below, it],
    ] as const) {
      const bytes = await sign(other, { base: await sign(one) });
      const { missing } = await judge(bytes, it, { material: { certificates } });
      expect(missing).toContainEqual({
        kind: 'crl',
        url: 'http://crl.test.invalid/ca.crl',
        isAnchored: true,
        isFallback: true,
      });
    }
  });

  test('a list at once where one of those who name it names no responder', async () => {
    const { authorityInfoAccess: _, ...listed } = SIGNER_EXTENSIONS;
    const signer = await testSubject('rsa2048', 'Listed', it.ca, { extensions: listed });
    const without = { ...it, signer };
    const lists = async (bytes: Uint8Array) =>
      (await judge(bytes, it)).missing.flatMap((one) => (one.kind === 'crl' ? one.isFallback : []));
    expect(await lists(await sign(it))).toEqual([true]);
    expect(await lists(await sign(without))).toEqual([false]);
    expect(await lists(await sign(without, { base: await sign(it) }))).toEqual([false]);
    expect(await lists(await sign(it, { base: await sign(without) }))).toEqual([false]);
  });

  test('the status of a responder, of whom it concerns', async () => {
    const { ocspNoCheck: _, ...checked } = RESPONDER_EXTENSIONS;
    const extensions = { ...checked, crlDistributionPoints: ['http://other.test.invalid/'] };
    const asked = async (of: World, above: World['ca']) => {
      const service = await testSubject('p384', 'Responder', above, { extensions });
      const material = {
        certificates: [it.signer, it.ca, service].map(({ certificate }) => certificate),
        ocsps: [await testOcsp(service, above, of.signer.certificate)],
      };
      const { missing } = await judge(await sign(of), of, { material });
      return missing.flatMap((one) =>
        one.kind !== 'issuer' && one.url === 'http://other.test.invalid/' ? one.isAnchored : [],
      );
    };
    expect(await asked(it, it.ca)).toEqual([true]);
    const below = { ...it, signer: await testSubject('rsa2048', 'Below', it.signer, {}) };
    expect(await asked(below, it.signer)).toEqual([false]);
  });

  test('who issued the last of a row that leads nowhere', async () => {
    expect(told((await judge(now, { anchors: [] })).missing)).toEqual([
      'issuer http://ca.test.invalid/ca.cer',
    ]);
  });

  test('nothing where all is known; what it rests on is told', async () => {
    const { missing, used } = await judge(now, it, { material: fine });
    expect(missing).toEqual([]);
    expect(used).toEqual({
      certificates: [it.signer.certificate, it.ca.certificate],
      ocsps: fine.ocsps.slice(0, 1),
      crls: fine.crls,
    });
  });

  test.each([
    ['an answer that is stale', { nextUpdate: TEST_NOW - DAY, producedAt: TEST_NOW - 2 * DAY }],
    ['a responder that does not know', { status: () => ({ status: 'unknown' as const }) }],
    ['a hold, which may be lifted', revoked(TEST_NOW - DAY, 'certificateHold')],
  ])('after %s', async (_, change) => {
    expect(await missed(it, { material: await but(it, change) })).toEqual([OCSP, CRL]);
  });

  test('nothing after a revocation for good', async () => {
    expect(await missed(it, { material: await but(it, revoked(TEST_NOW - DAY)) })).toEqual([]);
  });

  test('a newer answer than one that is too old to last', async () => {
    const found = await read(now);
    const asked = async (newerThan: number) => {
      const grounds = { anchors: it.anchors, at: TEST_NOW, freshnessMs: DAY, newerThan };
      const { missing, verdict } = await validate(found, fine, grounds, ports);
      expect(verdict).toBe('valid');
      return told(missing);
    };
    expect(await asked(TEST_NOW)).toEqual([]);
    expect(await asked(TEST_NOW + 1000)).toEqual([OCSP, CRL, OCSP]);
  });

  test('another answer where the responder’s certificate has ended', async () => {
    const validity = { notBefore: TEST_NOW - DAY, notAfter: TEST_NOW + DAY };
    const of = await world({ responder: { extensions: RESPONDER_EXTENSIONS, validity } });
    const all = await allGood(of);
    const answer = await testOcsp(of.responder, of.ca, of.signer.certificate);
    const material = {
      ...all,
      certificates: [...all.certificates, of.responder.certificate],
      ocsps: [answer, ...all.ocsps.slice(1)],
    };
    expect(await missed(of, { at: TEST_NOW + DAY, material })).toEqual([]);
    expect(await missed(of, { at: TEST_NOW + 2 * DAY, material })).toEqual([OCSP, CRL]);
  });

  test('another answer where the one there is was signed by what has ended', async () => {
    const late = Date.UTC(2029, 0, 1);
    const validity = { notBefore: TEST_NOW - DAY, notAfter: late + DAY };
    const of = await world({ signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity } });
    expect(await missed(of, { at: late - 1000, material: await allGood(of, late - 1000) })).toEqual([]);
    expect(await missed(of, { at: late, material: await allGood(of, late) })).toEqual([OCSP, CRL, OCSP]);
  });

  test('the status of a responder that names where it is told', async () => {
    const { ocspNoCheck: _, ...checked } = RESPONDER_EXTENSIONS;
    const crlDistributionPoints = ['http://crl.test.invalid/responders.crl'];
    const of = await world({ responder: { extensions: { ...checked, crlDistributionPoints } } });
    const all = await allGood(of);
    const material = {
      ...all,
      certificates: [...all.certificates, of.responder.certificate],
      ocsps: [await testOcsp(of.responder, of.ca, of.signer.certificate), ...all.ocsps.slice(1)],
    };
    expect(await missed(of, { material })).toContain('crl http://crl.test.invalid/responders.crl');
    const list = await testCrl(of.ca);
    const { missing, used } = await judge(await sign(of), of, {
      material: { ...material, crls: [...all.crls, list] },
    });
    expect(missing).toEqual([]);
    expect(used.crls).toContainEqual(list);
    expect(used.certificates).toContainEqual(of.responder.certificate);
  });
});

test('whose names the file and the material bear is told, for the anchors that may be wanted', async () => {
  const { names } = await judge(now, it, { material: { certificates: [it.responder.certificate] } });
  const named = [it.signer, it.ca, it.root, it.responder].map(({ certificate }) =>
    nameHash(parseCertificate(certificate).subject, ports),
  );
  expect(names.toSorted()).toEqual(named.toSorted());
});

test('where an answer comes from is told', async () => {
  const origins = async (bytes: Uint8Array, material: Partial<Material>) => {
    const { signatures } = await judge(bytes, it, { material });
    return signatures[0]?.chain.map(({ revocation }) => revocation?.origin);
  };
  expect(await origins(now, fine)).toEqual(['fetched', 'fetched', undefined]);
  expect(await origins(withMaterial(now, fine), {})).toEqual(['embedded', 'embedded', undefined]);
});

describe('what is not asked', () => {
  const naming = (ocsp: string[], crlDistributionPoints: string[]): Promise<World> => {
    const extensions: ExtensionTemplate = {
      ...SIGNER_EXTENSIONS,
      authorityInfoAccess: { ocsp, caIssuers: [] },
      crlDistributionPoints,
    };
    return world({ signer: { serial: SERIAL, extensions } });
  };
  const material = { crls: fine.crls };

  test('what is no address of the web', async () => {
    const of = await naming(
      ['ldap://a.invalid/', 'HTTPS://b.invalid/', 'xhttp://c.invalid/'],
      ['ftp://d.invalid/', 'http://e.invalid/', 'mailto:http://f.invalid/'],
    );
    expect(await missed(of, { material })).toEqual(['ocsp HTTPS://b.invalid/', 'crl http://e.invalid/']);
  });

  test('nor where an issuer is to be had', async () => {
    const caIssuers = ['ldap://a.invalid/', 'http://b.invalid/ca.cer', 'file:///c.cer'];
    const ca = {
      serial: CA_SERIAL,
      extensions: { ...AUTHORITY_EXTENSIONS, authorityInfoAccess: { ocsp: [], caIssuers } },
    };
    const of = await world({ ca });
    const { missing } = await judge(await sign(of), { anchors: [] });
    expect(missing).toEqual([{ kind: 'issuer', url: 'http://b.invalid/ca.cer' }]);
  });

  test('addresses of more than 2048 characters', async () => {
    const long = (length: number) => `http://a.invalid/${'x'.repeat(length)}`.slice(0, length);
    const of = await naming([], [long(2048), long(2049)]);
    expect(await missed(of, { material })).toEqual([`crl ${long(2048)}`]);
  });

  test('more than 64 addresses', async () => {
    const of = await naming(
      [],
      Array.from({ length: 70 }, (_, n) => `http://a.invalid/${n}.crl`),
    );
    expect(await missed(of, { material })).toHaveLength(64);
  });
});

describe('rounds of gathering', () => {
  const crl = (url: string): Missing => ({ kind: 'crl', url });
  const fallback = (url: string): Missing => ({ kind: 'crl', url, isFallback: true });
  const ocsp = (url: string, request: number): Missing => ({
    kind: 'ocsp',
    url,
    request: Uint8Array.of(request),
  });
  const issuer = (url: string): Missing => ({ kind: 'issuer', url });

  /** Every round lacks the next of `lacks`; each fetch gives the next of `gives`. */
  async function run(lacks: Missing[][], gives: Partial<Material>[], rounds = 9) {
    const judged: Material[] = [];
    const asked: Missing[][] = [];
    const { material } = await gather({
      validate: async (given) => {
        judged.push(given);
        return { missing: lacks[judged.length - 1] ?? [] };
      },
      fetch: async (missing) => {
        asked.push([...missing]);
        return { ...NONE, ...gives[asked.length - 1] };
      },
      rounds,
    });
    return { judged, asked, material };
  }
  const [a, b, c] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];

  test('whatever was fetched is judged, with all that was fetched before', async () => {
    const { judged, material } = await run(
      [[issuer('1')], [ocsp('2', 1)], [crl('3')]],
      [{ certificates: [a] }, { ocsps: [b] }, { crls: [c] }],
    );
    expect(judged).toEqual([
      NONE,
      { ...NONE, certificates: [a] },
      { ...NONE, certificates: [a], ocsps: [b] },
      { certificates: [a], ocsps: [b], crls: [c] },
    ]);
    expect(material).toEqual(judged[3]);
  });

  test('one of each kind is enough to judge anew', async () => {
    for (const given of [
      { certificates: [a], ocsps: [b] },
      { certificates: [a], crls: [b] },
      { ocsps: [a], crls: [b] },
    ])
      expect((await run([[issuer('1')]], [given])).judged).toHaveLength(2);
    expect((await run([[issuer('1')]], [{}])).judged).toHaveLength(1);
  });

  test('the same responder is asked once for each certificate, the same list once', async () => {
    const { asked } = await run(
      [
        [ocsp('1', 1), ocsp('1', 2)],
        [ocsp('1', 1), ocsp('1', 3), fallback('1')],
        [ocsp('1', 2), fallback('1'), fallback('2')],
        [fallback('1'), fallback('2'), issuer('1'), issuer('2')],
      ],
      [{ ocsps: [a] }, { ocsps: [a] }, { crls: [a] }, { certificates: [a] }],
    );
    expect(asked).toEqual([
      [ocsp('1', 1), ocsp('1', 2)],
      [ocsp('1', 3)],
      [fallback('1'), fallback('2')],
      [issuer('1'), issuer('2')],
    ]);
  });

  test('lists are asked for with the responders, but for those of who names a responder, too', async () => {
    const { asked } = await run(
      [
        [ocsp('1', 1), fallback('1'), crl('2')],
        [fallback('1'), crl('2')],
      ],
      [{ ocsps: [a] }, {}],
    );
    expect(asked).toEqual([[ocsp('1', 1), crl('2')], [fallback('1')]]);
  });

  test('as many rounds as are allowed', async () => {
    const lacks = [[crl('1')], [crl('2')], [crl('3')]];
    const gives = [{ crls: [a] }, { crls: [b] }, { crls: [c] }];
    expect((await run(lacks, gives, 2)).asked).toEqual([[crl('1')], [crl('2')]]);
    expect((await run(lacks, gives, 0)).asked).toEqual([]);
  });
});
