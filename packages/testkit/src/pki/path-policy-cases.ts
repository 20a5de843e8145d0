import type { PolicyOptions } from '@websign/pki';
import { authority, type Levels, levels, type PathCase, party, type Saying, signer } from './path-world.ts';

const policy = (n: number): string => `1.3.6.1.4.1.99999.5280.${n}`;
const [P1, P2, P3] = [policy(1), policy(2), policy(3)];
const ANY = '2.5.29.32.0';

const under = (...certificatePolicies: string[]): Saying => ({ certificatePolicies });
const mapping = (...pairs: [string, string][]): Saying => ({
  policyMappings: pairs.map(([issuerDomain, subjectDomain]) => ({ issuerDomain, subjectDomain })),
});

/** Policies, mappings and constraints on them (RFC 5280 §6.1.3 d to f, §6.1.4 a, b, h to j, §6.1.5). */
export function pathPolicyCases(): PathCase[] {
  return [...plain(), ...constrained(), ...counted(), ...mapped(), ...any()];
}

function one(
  title: string,
  expected: PathCase['expected'],
  given: Levels | Pick<PathCase, 'endEntity' | 'bag' | 'anchors'>,
  policies: PolicyOptions = {},
  about = 'Signer',
): PathCase {
  return {
    title: `policies: ${title}`,
    ...('endEntity' in given ? given : levels(given)),
    options: { policies },
    expected,
    ...(expected === 'valid' ? {} : { about }),
    openssl: [
      '-policy_check',
      ...(policies.acceptable ?? [ANY]).flatMap((oid) => ['-policy', oid]),
      ...(policies.requireExplicit === true ? ['-explicit_policy'] : []),
      ...(policies.inhibitMapping === true ? ['-inhibit_map'] : []),
      ...(policies.inhibitAny === true ? ['-inhibit_any'] : []),
    ],
  };
}

const asked = (...acceptable: string[]): PolicyOptions => ({ acceptable, requireExplicit: true });
const some: PolicyOptions = { requireExplicit: true };

function plain(): PathCase[] {
  const both: Levels = { authority: under(P1), signer: under(P1) };
  return [
    one('none, and none asked for', 'valid', {}),
    one('none, and one asked for', 'policy', {}, some, 'Authority'),
    one('one all along', 'valid', both, some),
    one('the very one', 'valid', both, asked(P1)),
    one('one of those asked for', 'valid', both, asked(P2, P1)),
    one('another one', 'policy', both, asked(P2)),
    one('another one, and none need hold', 'valid', both, { acceptable: [P2] }),
    one('two that differ', 'policy', { authority: under(P1), signer: under(P2) }, some),
    one('two that differ, and none need hold', 'valid', { authority: under(P1), signer: under(P2) }),
    one('the signer has none', 'policy', { authority: under(P1) }, some),
    one('two, of which one holds', 'valid', { authority: under(P1, P2), signer: under(P2, P3) }, asked(P2)),
    one(
      'two, of which one holds, the other asked for',
      'policy',
      { authority: under(P1, P2), signer: under(P1) },
      asked(P2),
    ),
    one(
      'of the anchor do not count',
      'valid',
      { root: under(P3), authority: under(P1), signer: under(P1) },
      asked(P1),
    ),
  ];
}

function constrained(): PathCase[] {
  const require = (requireExplicitPolicy: number): Saying => ({
    policyConstraints: { requireExplicitPolicy },
  });
  const stop: Saying = { policyConstraints: { inhibitPolicyMapping: 0 } };
  const mapsBelow: Levels = {
    authority: { ...under(P1), ...stop },
    sub: { ...under(P1), ...mapping([P1, P2]) },
    signer: under(P2),
  };
  return [
    one('required at once', 'policy', { authority: { ...under(P1), ...require(0) } }),
    one('required after one', 'policy', { authority: { ...under(P1), ...require(1) } }),
    one('required after two', 'valid', { authority: { ...under(P1), ...require(2) } }),
    one('required and there', 'valid', { authority: { ...under(P1), ...require(0) }, signer: under(P1) }),
    one('required by the signer itself', 'policy', { authority: under(P1), signer: require(0) }),
    one('required by the signer itself, later', 'valid', { authority: under(P1), signer: require(1) }),
    one('a later requirement does not lift an earlier', 'policy', {
      authority: { ...under(P1), ...require(0) },
      sub: { ...under(P1), ...require(9) },
    }),
    one('mapped below one that forbids it', 'policy', mapsBelow, some),
    one('mapped below one that forbids it, and none need hold', 'valid', mapsBelow),
    one(
      'mapped below one that forbids it: the name above is no longer taken either',
      'policy',
      { ...mapsBelow, signer: under(P1) },
      some,
    ),
  ];
}

/** Self-issued certificates between count in none of the constraints. */
function counted(): PathCase[] {
  const root = party('Root');
  const middle = party('Authority');
  const successor = party('Authority', 'Authority, second key');
  const other = party('Other authority');
  const last = party('Sub-authority');
  const row = (
    between: typeof middle,
    constraints: NonNullable<Saying['policyConstraints']>,
    below: Saying,
  ) => ({
    bag: [
      authority(root, middle, { ...under(P1), policyConstraints: constraints }),
      authority(middle, between, under(P1)),
      authority(between, last, below),
    ],
    anchors: [authority(root, root)],
  });
  const requiring = (between: typeof middle) => ({
    ...row(between, { requireExplicitPolicy: 3 }, {}),
    endEntity: signer(last, party('Signer')),
  });
  const mapping1 = (between: typeof middle) => ({
    ...row(between, { inhibitPolicyMapping: 1 }, { ...under(P1), ...mapping([P1, P2]) }),
    endEntity: signer(last, party('Signer'), under(P2)),
  });
  return [
    one('required after three, one of them self-issued', 'valid', requiring(successor)),
    one('required after three', 'policy', requiring(other)),
    one('mapped after one that is self-issued', 'valid', mapping1(successor), some),
    one('mapped after one', 'policy', mapping1(other), some),
  ];
}

function mapped(): PathCase[] {
  const once: Levels = { authority: { ...under(P1), ...mapping([P1, P2]) }, signer: under(P2) };
  const twice: Levels = {
    authority: { ...under(P1), ...mapping([P1, P2]) },
    sub: { ...under(P2), ...mapping([P2, P3]) },
    signer: under(P3),
  };
  const broad: Levels = { authority: { ...under(ANY), ...mapping([P1, P2]) }, signer: under(P2) };
  return [
    one('mapped', 'valid', once, asked(P1)),
    one('mapped: asked for by the name below', 'policy', once, asked(P2)),
    one('mapped: the name above is no longer taken', 'policy', { ...once, signer: under(P1) }, some),
    one('mapped, which is forbidden from outside', 'policy', once, { ...some, inhibitMapping: true }),
    one(
      'mapped from one that does not hold',
      'policy',
      { authority: { ...under(P3), ...mapping([P1, P2]) }, signer: under(P2) },
      some,
    ),
    one('mapped twice', 'valid', twice, asked(P1)),
    one('mapped twice: asked for by a name between', 'policy', twice, asked(P2)),
    one(
      'one mapped to two',
      'valid',
      {
        authority: { ...under(P1), ...mapping([P1, P2], [P1, P3]) },
        signer: under(P3),
      },
      asked(P1),
    ),
    one(
      'two mapped to one',
      'valid',
      {
        authority: { ...under(P1, P2), ...mapping([P1, P3], [P2, P3]) },
        signer: under(P3),
      },
      asked(P2),
    ),
    one('mapped under any policy', 'valid', broad, asked(P1)),
    one(
      'any policy mapped from',
      'policy_mapping',
      { authority: { ...under(ANY), ...mapping([ANY, P2]) }, signer: under(P2) },
      {},
      'Authority',
    ),
    one(
      'any policy mapped to',
      'policy_mapping',
      { authority: { ...under(P1), ...mapping([P1, ANY]) }, signer: under(P2) },
      {},
      'Authority',
    ),
  ];
}

function any(): PathCase[] {
  const ban = (inhibitAnyPolicy: number): Saying => ({ inhibitAnyPolicy });
  const root = party('Root');
  const middle = party('Authority');
  const successor = party('Authority', 'Authority, second key');
  const selfIssued = (last: Saying) => ({
    endEntity: signer(successor, party('Signer'), last),
    bag: [authority(root, middle, { ...under(P1), ...ban(0) }), authority(middle, successor, under(ANY))],
    anchors: [authority(root, root)],
  });
  return [
    one('any of the authority', 'valid', { authority: under(ANY), signer: under(P1) }, asked(P1)),
    one(
      'any of the authority, another asked for',
      'policy',
      { authority: under(ANY), signer: under(P2) },
      asked(P1),
    ),
    one('any of the signer', 'valid', { authority: under(P1), signer: under(ANY) }, asked(P1)),
    one(
      'any of the signer, another asked for',
      'policy',
      { authority: under(P1), signer: under(ANY) },
      asked(P2),
    ),
    one('any all along', 'valid', { authority: under(ANY), signer: under(ANY) }, asked(P1)),
    one(
      'any, forbidden from outside',
      'policy',
      { authority: under(ANY), signer: under(P1) },
      { ...some, inhibitAny: true },
      'Authority',
    ),
    one(
      'any, forbidden by the authority',
      'policy',
      { authority: { ...under(P1), ...ban(0) }, signer: under(ANY) },
      some,
    ),
    one(
      'any, forbidden after one',
      'valid',
      { authority: { ...under(P1), ...ban(1) }, signer: under(ANY) },
      some,
    ),
    one(
      'any, forbidden after one, two below',
      'policy',
      { authority: { ...under(P1), ...ban(1) }, sub: under(P1), signer: under(ANY) },
      some,
    ),
    one(
      'any of a self-issued certificate counts where it is forbidden',
      'valid',
      selfIssued(under(P1)),
      asked(P1),
    ),
    one('any of what it issues does not', 'policy', selfIssued(under(ANY)), some),
  ];
}
