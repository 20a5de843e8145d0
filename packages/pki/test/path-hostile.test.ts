import { generateKeyPairSync } from 'node:crypto';
import {
  anchorOf,
  type CheckOptions,
  checkChain,
  PkiError,
  parseCertificate,
  parsedAnchors,
  prospectiveChains,
  searchChains,
  validatePath,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { authority, levels, type Party, party, signer, TEST_NOW } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const root = party('Root');
const middle = party('Authority');
const anchors = [anchorOf(parseCertificate(authority(root, root)))];

/** Ports that count, and that share nothing with other tests. */
function counting() {
  const { verify, ...rest } = nodePorts();
  const count = { checks: 0 };
  const ports = {
    ...rest,
    verify: (...args: Parameters<typeof verify>) => {
      count.checks++;
      return verify(...args);
    },
  };
  return { count, ports };
}

async function search(endEntity: Uint8Array, bag: Uint8Array[]) {
  const { count, ports } = counting();
  const intermediates = bag.map(parseCertificate);
  const found = await searchChains(
    { certificate: parseCertificate(endEntity), intermediates, anchors },
    ports,
  );
  return { ...found, checks: count.checks };
}

async function outcome(endEntity: Uint8Array, bag: Uint8Array[]): Promise<string> {
  const intermediates = bag.map(parseCertificate);
  const certificate = parseCertificate(endEntity);
  const found = await validatePath({ certificate, intermediates, anchors, at: TEST_NOW }, nodePorts());
  return found.valid ? 'valid' : found.reason;
}

describe('bags that strangers filled', () => {
  test('500 certificates of the name of the issuer, each with a key of its own', async () => {
    const bag = Array.from({ length: 500 }, (_, n) =>
      authority(root, party('Authority', `Impostor ${n % 90}`), { serial: n }),
    );
    const own = signer(middle, party('Signer'));
    const lost = await search(own, bag);
    expect(lost).toMatchObject({ chains: [], checks: 64, exhausted: true });
    expect(lost.problem).toBeUndefined();
    expect(await outcome(own, bag)).toBe('limit');
    expect(await outcome(own, bag.slice(0, 40))).toBe('no_path');
    const found = await search(own, [...bag, authority(root, middle)]);
    expect(found.chains).toHaveLength(1);
    expect(found.checks).toBe(2);
  });

  test('the right one is found among 40 with its key identifier', async () => {
    const own = signer(middle, party('Signer'));
    const identifier = parseCertificate(own).extensions.authorityKeyIdentifier ?? new Uint8Array(0);
    const bag = Array.from({ length: 40 }, (_, n) =>
      authority(root, party('Authority', `Impostor ${n}`), { subjectKeyIdentifier: identifier }),
    );
    expect((await search(own, [...bag, authority(root, middle)])).chains).toHaveLength(1);
  });

  test('70 certificates of the name of the issuer with keys of another kind cost it no check', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    const bag = Array.from({ length: 70 }, (_, n) =>
      authority(root, { ...middle, key: { ...middle.key, spki: spki.with(100, n) } }, { unidentified: true }),
    );
    const own = signer(middle, party('Signer'), { unidentified: true });
    const lost = await search(own, bag);
    expect(lost).toMatchObject({ chains: [], checks: 0, problem: { reason: 'signature' } });
    const found = await search(own, [...bag, authority(root, middle)]);
    expect([found.chains.length, found.checks]).toEqual([1, 2]);
  });

  test('nine authorities that all certified each other: bounded, and the shortest way comes first', async () => {
    const circle = Array.from({ length: 9 }, (_, n) => party(`Authority ${n}`));
    const bag = circle.flatMap((issuer) =>
      circle.filter((other) => other !== issuer).map((other) => authority(issuer, other)),
    );
    const [first = middle] = circle;
    const own = signer(first, party('Signer'));
    const away = await search(own, bag);
    expect(away).toMatchObject({ chains: [], exhausted: true });
    expect(away.checks).toBeLessThanOrEqual(64);
    expect(away.furthest).toHaveLength(8);
    const led = await search(own, [...bag, ...circle.map((member) => authority(root, member))]);
    expect(led.checks).toBeLessThanOrEqual(64);
    expect(led.chains.length).toBeLessThanOrEqual(16);
    expect(led.chains[0]?.certificates.length).toBeLessThanOrEqual(
      led.chains.at(-1)?.certificates.length ?? 0,
    );
  });

  test('rows of one key under many names end, though their checks cost nothing twice', async () => {
    const names = Array.from({ length: 12 }, (_, n) => party(`Mirror ${n}`, 'Mirror'));
    const bag = names.flatMap((issuer) => names.map((other) => authority(issuer, other)));
    const [first = middle] = names;
    const { chains, checks, exhausted } = await search(signer(first, party('Signer')), bag);
    expect([chains, exhausted]).toEqual([[], true]);
    expect(checks).toBeLessThanOrEqual(64);
  });

  test('a path of nine authorities is too long', async () => {
    const row = (length: number): [Uint8Array, Uint8Array[]] => {
      const members = Array.from({ length }, (_, n) => party(`Level ${n}`));
      const issuers: Party[] = [root, ...members];
      const bag = members.map((member, n) => authority(issuers[n] ?? root, member));
      return [signer(issuers.at(-1) ?? root, party('Signer')), bag];
    };
    const [most, more] = [await search(...row(7)), await search(...row(8))];
    expect([most.chains.length, most.exhausted]).toEqual([1, false]);
    expect([more.chains.length, more.exhausted]).toEqual([0, true]);
  });

  test('what was checked once is not checked again', async () => {
    const { count, ports } = counting();
    const { endEntity, bag } = levels();
    const certificate = parseCertificate(endEntity);
    const intermediates = bag.map(parseCertificate);
    for (let round = 0; round < 3; round++)
      await prospectiveChains({ certificate, intermediates, anchors }, ports);
    expect(count.checks).toBe(2);
  });

  test('where nothing leads on, the last of the row is the one that lacks an issuer', async () => {
    const { endEntity, bag } = levels();
    const { ports } = counting();
    const input = {
      certificate: parseCertificate(endEntity),
      intermediates: bag.map(parseCertificate),
      anchors: [],
    };
    const { furthest } = await searchChains(input, ports);
    expect(furthest.map(({ subject }) => subject.text)).toEqual(['CN=Signer', 'CN=Authority']);
  });

  test('an anchor of a trusted list comes before the same one of the operator; what is no certificate is left out', async () => {
    const {
      endEntity,
      bag,
      anchors: [own = new Uint8Array(0)],
    } = levels();
    const certificate = parseCertificate(endEntity);
    const given = [
      { certificate: Uint8Array.of(0x30, 0), source: 'operator' as const, services: [] },
      { certificate: own, source: 'operator' as const, services: [] },
      { certificate: own, source: 'trusted_list' as const, services: [] },
    ];
    const chains = await prospectiveChains(
      { certificate, intermediates: bag.map(parseCertificate), anchors: given },
      nodePorts(),
    );
    expect(chains.map(({ anchor }) => anchor.source)).toEqual(['trusted_list', 'operator']);
    expect(parsedAnchors(given)[0]).toBe(parsedAnchors(given)[0]);
  });
});

describe('constraints that strangers made', () => {
  const at = (options: CheckOptions) => ({ at: TEST_NOW, ...options });

  /** What {@link checkChain} says of a row of parties below the root. */
  function checked(row: Uint8Array[], options: CheckOptions = {}) {
    const [anchor] = anchors;
    if (anchor === undefined) throw new Error('no anchor');
    return checkChain({ certificates: row.map(parseCertificate), anchor }, at(options));
  }

  test('policies mapped all to all at each of six levels are judged at once', () => {
    const policy = (level: number, n: number) => `1.3.6.1.4.1.99999.${level}.${n}`;
    const many = Array.from({ length: 28 }, (_, n) => n);
    const parties = Array.from({ length: 6 }, (_, n) => party(`Level ${n}`));
    const row = parties.map((subject, level) =>
      authority(parties[level - 1] ?? root, subject, {
        certificatePolicies: many.map((n) => policy(level, n)),
        policyMappings: many.flatMap((from) =>
          many.map((to) => ({ issuerDomain: policy(level, from), subjectDomain: policy(level + 1, to) })),
        ),
      }),
    );
    const leaf = signer(parties[5] ?? root, party('Signer'), { certificatePolicies: [policy(6, 27)] });
    const chain = [leaf, ...row.toReversed()];
    const started = performance.now();
    const policies = { requireExplicit: true, acceptable: [policy(0, 3)] };
    expect(checked(chain, { policies })).toBeUndefined();
    expect(checked(chain, { policies: { ...policies, acceptable: [policy(1, 3)] } })).toMatchObject({
      reason: 'policy',
    });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('thousands of names under thousands of constraints are refused, not compared for ever', () => {
    const hosts = Array.from({ length: 1000 }, (_, n) => ({
      form: 'dns' as const,
      text: `host-${n}.example.gr`,
    }));
    const excluded = hosts.map((base) => ({ base: { ...base, text: `not-${base.text}` } }));
    const bounded = authority(root, middle, { nameConstraints: { excluded } });
    const called = (count: number) =>
      signer(middle, party('Signer'), { subjectAltName: hosts.slice(0, count) });
    expect(checked([called(100), bounded])).toBeUndefined();
    const started = performance.now();
    expect(checked([called(1000), bounded])).toMatchObject({ reason: 'limit' });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('a row whose members do not name each other', () => {
    expect(checked([signer(middle, party('Signer')), authority(root, party('Another'))])).toMatchObject({
      reason: 'issuer_name',
    });
    expect(checked([])).toMatchObject({ reason: 'no_path' });
  });
});

test('any changed octet of a certificate of the chain is a path that is not valid', async () => {
  const {
    endEntity,
    bag: [authorityDer = new Uint8Array(0)],
  } = levels({ authority: { unidentified: true }, signer: { unidentified: true } });
  const ports = nodePorts();
  const octets = endEntity.length + authorityDer.length;
  await fc.assert(
    fc.asyncProperty(fc.nat(octets - 1), fc.integer({ min: 1, max: 255 }), async (position, mask) => {
      const changed = (der: Uint8Array, from: number) => {
        const inside = position >= from && position < from + der.length;
        return inside ? der.with(position - from, (der[position - from] ?? 0) ^ mask) : der;
      };
      expect(await validity(changed(endEntity, 0), changed(authorityDer, endEntity.length))).toBe(false);
    }),
    { numRuns: 600 },
  );

  async function validity(leaf: Uint8Array, issuer: Uint8Array): Promise<boolean> {
    try {
      const certificate = parseCertificate(leaf);
      const intermediates = [parseCertificate(issuer)];
      return (await validatePath({ certificate, intermediates, anchors, at: TEST_NOW }, ports)).valid;
    } catch (error) {
      if (error instanceof PkiError) return false;
      throw error;
    }
  }
});
