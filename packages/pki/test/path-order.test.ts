import { anchorOf, parseCertificate, searchChains } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { authority, certificate, party, type Saying, signer, TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';

const YEAR = 365 * 24 * 3600 * 1000;
const root = party('Root');
const middle = party('Authority');
const other = party('Authority', 'Authority, of somebody else');
const anchors = [anchorOf(parseCertificate(authority(root, root)))];
/** When the signers' certificates were made. */
const MADE = TEST_NOW - YEAR;

/** How many signatures are checked until the chain of a signer is found; undefined where none is. */
async function checksOf(endEntity: Uint8Array, bag: Uint8Array[]): Promise<number | undefined> {
  const { verify, ...rest } = nodePorts();
  let checks = 0;
  const ports = {
    ...rest,
    verify: (...args: Parameters<typeof verify>) => {
      checks++;
      return verify(...args);
    },
  };
  const intermediates = bag.map(parseCertificate);
  const input = { certificate: parseCertificate(endEntity), intermediates, anchors };
  const { chains, exhausted } = await searchChains(input, ports);
  expect(exhausted).toBe(false);
  return chains.length === 0 ? undefined : checks;
}

describe('of several of one name the likeliest is tried first (RFC 4158 §3.5)', () => {
  const plain: Saying = { unidentified: true };
  const own = signer(middle, party('Signer'), plain);
  const right = authority(root, middle, plain);
  const { subjectKeyIdentifier } = parseCertificate(authority(root, middle)).extensions;
  if (subjectKeyIdentifier === undefined) throw new Error('no key identifier');

  test.each<[string, Uint8Array, Uint8Array]>([
    ['whose issuer leads to an anchor', right, authority(party('Nobody'), other, plain)],
    [
      'whose issuer leads to an anchor, though it is not said to be an authority',
      certificate(root, middle, plain),
      authority(party('Nobody'), other, plain),
    ],
    [
      'that is said to be an authority',
      right,
      authority(root, other, { ...plain, basicConstraints: { ca: false } }),
    ],
    ['that is said to be an authority, not silent', right, certificate(root, other, plain)],
    [
      'that was valid when the signer’s was made, not only later',
      authority(root, middle, { ...plain, validity: { notBefore: MADE, notAfter: TEST_NOW + YEAR } }),
      authority(root, other, { ...plain, validity: { notBefore: MADE + 1000, notAfter: TEST_NOW + YEAR } }),
    ],
    [
      'that was valid when the signer’s was made, not only before',
      authority(root, middle, { ...plain, validity: { notBefore: MADE - YEAR, notAfter: MADE } }),
      authority(root, other, { ...plain, validity: { notBefore: MADE - YEAR, notAfter: MADE - 1000 } }),
    ],
  ])('the one %s', async (_, likely, unlikely) => {
    expect(await checksOf(own, [unlikely, likely])).toBe(2);
    expect(await checksOf(own, [likely, unlikely])).toBe(2);
  });

  test('the one whose key the signer’s certificate names, before others and before one that says nothing', async () => {
    const named = signer(middle, party('Signer'));
    const identified = authority(root, middle);
    expect(await checksOf(named, [authority(root, other), identified])).toBe(2);
    expect(await checksOf(named, [authority(root, other, plain), identified])).toBe(2);
    expect(await checksOf(named, [authority(root, other), right])).toBe(2);
    const silent = certificate(root, middle, { subjectKeyIdentifier });
    expect(await checksOf(named, [authority(root, other, plain), silent])).toBe(2);
  });

  test('what leads to an anchor is known over several names', async () => {
    const below = party('Sub-authority');
    const impostor = party('Sub-authority', 'Authority, of somebody else');
    const leaf = signer(below, party('Signer'), plain);
    const bag = [authority(party('Nobody'), impostor, plain), right, authority(middle, below, plain)];
    expect(await checksOf(leaf, bag)).toBe(3);
    expect(await checksOf(leaf, bag.toReversed())).toBe(3);
  });

  test('names that issued each other in a circle end the search', async () => {
    const [first, second] = [party('First'), party('Second')];
    const circle = [
      authority(first, second),
      authority(second, first),
      authority(first, root),
      authority(root, first),
    ];
    expect(await checksOf(own, [...circle, right])).toBe(4);
  });

  test('a copy of a certificate costs nothing; another one with the same signature value is another', async () => {
    expect(await checksOf(own, [right, right.slice(), right.slice()])).toBe(2);
    const parsed = parseCertificate(right);
    const forged = { ...parseCertificate(authority(root, other, plain)), signature: parsed.signature };
    const input = { certificate: parseCertificate(own), intermediates: [forged, parsed], anchors };
    expect((await searchChains(input, nodePorts())).chains).toHaveLength(1);
  });
});

describe('what a search tells', () => {
  const own = parseCertificate(signer(middle, party('Signer')));
  const search = (bag: Uint8Array[], trusted: Parameters<typeof searchChains>[0]['anchors'] = anchors) =>
    searchChains(
      { certificate: own, intermediates: bag.map(parseCertificate), anchors: trusted },
      nodePorts(),
    );

  test('an anchor that lies among the certificates makes no second chain', async () => {
    const { chains } = await search([
      authority(root, middle),
      ...anchors.map(({ certificate }) => certificate),
    ]);
    expect(chains.map(({ certificates }) => certificates.length)).toEqual([2]);
  });

  test('sixteen chains and no more', async () => {
    const many = Array.from({ length: 20 }, () => ({ ...anchors[0] })) as typeof anchors;
    expect((await search([authority(root, middle)], many)).chains).toHaveLength(16);
    expect((await search([authority(root, middle)], many.slice(5))).chains).toHaveLength(15);
  });

  test('the longest row is the first of its length', async () => {
    const foreign = party('Foreign');
    const long = [authority(foreign, middle), authority(party('Far'), foreign)];
    const short = authority(party('Nobody'), middle);
    const issuers = async (bag: Uint8Array[]) =>
      (await search(bag, [])).furthest.map(({ issuer }) => issuer.text);
    expect(await issuers([...long, short])).toEqual(['CN=Authority', 'CN=Foreign', 'CN=Far']);
    expect(await issuers([short, ...long])).toEqual(['CN=Authority', 'CN=Foreign', 'CN=Far']);
    expect(await issuers([short, ...long.slice(0, 1)])).toEqual(['CN=Authority', 'CN=Nobody']);
  });

  test('a second key for which a signature holds too takes no place from the first (ECDSA lets one be made)', async () => {
    const plain: Saying = { unidentified: true };
    const contrived = parseCertificate(authority(party('Root', 'Somebody else'), other, plain));
    const { verify, ...rest } = nodePorts();
    const ports = {
      ...rest,
      verify: async (...args: Parameters<typeof verify>) =>
        args.includes(contrived.spki) ? true : verify(...args),
    };
    const input = {
      certificate: parseCertificate(signer(middle, party('Signer'), plain)),
      intermediates: [contrived, parseCertificate(authority(root, middle, plain))],
      anchors,
    };
    expect((await searchChains(input, ports)).chains).toHaveLength(1);
  });

  test('an anchor of a certificate that is at hand is an operator’s', () => {
    const certificate = parseCertificate(authority(root, root));
    expect(anchorOf(certificate)).toEqual({
      certificate: certificate.der,
      source: 'operator',
      services: [],
      parsed: certificate,
    });
  });
});

describe('who has no name', () => {
  test('has issued nothing (RFC 5280 §4.1.2.4)', async () => {
    const nameless = { ...party('Root'), name: Uint8Array.of(0x30, 0) };
    const intermediates = [parseCertificate(authority(root, nameless))];
    const input = {
      certificate: parseCertificate(signer(nameless, party('Signer'))),
      intermediates,
      anchors,
    };
    expect(await searchChains(input, nodePorts())).toMatchObject({ chains: [], exhausted: false });
  });
});
