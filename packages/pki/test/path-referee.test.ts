import {
  anchorOf,
  encodeName,
  type GeneralNameTemplate,
  type PolicyOptions,
  parseCertificate,
  validatePath,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  authority,
  isInstalled,
  judgedFiles,
  type Party,
  party,
  pem,
  type Saying,
  signer,
  TEST_NOW,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const noOpenssl = !isInstalled('openssl');
const ports = nodePorts();
const root = party('Root');
const anchor = authority(root, root);
const ANY = '2.5.29.32.0';
const POLICIES = ['1.2.3.1', '1.2.3.2', '1.2.3.3'];

/** One authority of a row: what it says, and whether it is the one above with a new key. */
interface Link {
  selfIssued: boolean;
  saying: Saying;
}

/** Certificates of a row below the root, the end entity first. */
function row(links: readonly Link[], last: Saying): Uint8Array[] {
  let issuer: Party = root;
  const made: Uint8Array[] = [];
  for (const [n, { selfIssued, saying }] of links.entries()) {
    const own = party(`Authority ${n}`);
    const subject = selfIssued && n > 0 ? { name: issuer.name, key: own.key } : own;
    made.unshift(authority(issuer, subject, saying));
    issuer = subject;
  }
  return [signer(issuer, party('Signer'), last), ...made];
}

async function ours([leaf = anchor, ...bag]: Uint8Array[], policies: PolicyOptions = {}): Promise<boolean> {
  const anchors = [anchorOf(parseCertificate(anchor))];
  const intermediates = bag.map(parseCertificate);
  const input = { certificate: parseCertificate(leaf), intermediates, anchors, at: TEST_NOW, policies };
  return (await validatePath(input, ports)).valid;
}

function theirs([leaf = anchor, ...bag]: Uint8Array[], more: string[] = []): boolean {
  const text = (der: Uint8Array) => pem('CERTIFICATE', der);
  const files = { anchor: text(anchor), bag: bag.map(text).join(''), leaf: text(leaf) };
  const sources = ['-CAfile', 'anchor', '-untrusted', 'bag', '-no-CApath', '-no-CAstore'];
  const at = ['-attime', String(TEST_NOW / 1000)];
  return judgedFiles('openssl', files, 'verify', ...at, ...sources, ...more, 'leaf').status === 0;
}

const links = (saying: fc.Arbitrary<Saying>) =>
  fc.array(fc.record({ selfIssued: fc.boolean(), saying }), { minLength: 1, maxLength: 4 });

const policySaying: fc.Arbitrary<Saying> = fc
  .record({
    held: fc.subarray([...POLICIES, ANY]),
    pairs: fc.subarray(
      POLICIES.flatMap((issuerDomain) => POLICIES.map((subjectDomain) => ({ issuerDomain, subjectDomain }))),
    ),
    explicit: fc.option(fc.nat(3)),
    mapping: fc.option(fc.nat(3)),
    any: fc.option(fc.nat(3)),
  })
  .map(({ held, pairs, explicit, mapping, any }) => {
    // OpenSSL lets a mapping make a policy of anyPolicy even where anyPolicy is inhibited: not asked.
    const mappings = pairs.filter(({ issuerDomain }) => held.includes(issuerDomain) || !held.includes(ANY));
    const constraints = {
      ...(explicit === null ? {} : { requireExplicitPolicy: explicit }),
      ...(mapping === null ? {} : { inhibitPolicyMapping: mapping }),
    };
    return {
      ...(held.length === 0 ? {} : { certificatePolicies: held }),
      ...(mappings.length === 0 ? {} : { policyMappings: mappings }),
      ...(Object.keys(constraints).length === 0 ? {} : { policyConstraints: constraints }),
      ...(any === null ? {} : { inhibitAnyPolicy: any }),
    };
  });

const policyOptions = fc.record({
  acceptable: fc.subarray(POLICIES, { minLength: 1 }),
  requireExplicit: fc.boolean(),
  inhibitMapping: fc.boolean(),
  inhibitAny: fc.boolean(),
});

const HOSTS = ['gr', 'example.gr', 'a.example.gr', 'b.a.example.gr', 'xexample.gr', 'com'];
const host = fc.constantFrom(...HOSTS);
const domain = fc.constantFrom(...HOSTS, '.example.gr', '.a.example.gr');
const directory: fc.Arbitrary<GeneralNameTemplate> = fc
  .constantFrom('Ministry', 'ministry', 'Company')
  .map((value) => ({ form: 'directory', name: { der: encodeName([{ type: 'organization', value }]) } }));
const octet = fc.nat(3);

const base: fc.Arbitrary<GeneralNameTemplate> = fc.oneof(
  domain.map((text) => ({ form: 'dns' as const, text })),
  domain.map((text) => ({ form: 'rfc822' as const, text })),
  host.map((text) => ({ form: 'rfc822' as const, text: `eleni@${text}` })),
  domain.map((text) => ({ form: 'uri' as const, text })),
  octet.map((n) => ({ form: 'ip' as const, octets: Uint8Array.of(10, n, 0, 0, 255, 254, 0, 0) })),
  directory,
);
const name: fc.Arbitrary<GeneralNameTemplate> = fc.oneof(
  host.map((text) => ({ form: 'dns' as const, text })),
  fc
    .tuple(fc.constantFrom('eleni', 'maria'), host)
    .map(([who, at]) => ({ form: 'rfc822' as const, text: `${who}@${at}` })),
  fc
    .tuple(host, fc.constantFrom('', '/', ':8443/a', '/@b'))
    .map(([at, rest]) => ({ form: 'uri' as const, text: `https://${at}${rest}` })),
  octet.map((n) => ({ form: 'ip' as const, octets: Uint8Array.of(10, n, 0, 1) })),
  directory,
);

const called = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((subjectAltName): Saying => ({ subjectAltName }));
const bounded: fc.Arbitrary<Saying> = fc
  .record({
    permitted: fc.array(base, { maxLength: 3 }),
    excluded: fc.array(base, { maxLength: 1 }),
    pathLength: fc.option(fc.nat(3)),
  })
  .map(({ permitted, excluded, pathLength }) => {
    const constraints = {
      ...(permitted.length === 0 ? {} : { permitted: permitted.map((one) => ({ base: one })) }),
      ...(excluded.length === 0 ? {} : { excluded: excluded.map((one) => ({ base: one })) }),
    };
    return {
      ...(Object.keys(constraints).length === 0 ? {} : { nameConstraints: constraints }),
      ...(pathLength === null ? {} : { basicConstraints: { ca: true, pathLength } }),
    };
  });

describe.skipIf(noOpenssl)(
  noOpenssl ? 'skipped: openssl not installed' : 'openssl says the same of any row',
  () => {
    test('with policies, mappings and constraints on them', async () => {
      await fc.assert(
        fc.asyncProperty(links(policySaying), policySaying, policyOptions, async (above, last, options) => {
          const { policyMappings: _, ...said } = last;
          const certificates = row(above, said);
          const asked = [
            '-policy_check',
            ...options.acceptable.flatMap((oid) => ['-policy', oid]),
            ...(options.requireExplicit ? ['-explicit_policy'] : []),
            ...(options.inhibitMapping ? ['-inhibit_map'] : []),
            ...(options.inhibitAny ? ['-inhibit_any'] : []),
          ];
          expect(await ours(certificates, options)).toBe(theirs(certificates, asked));
        }),
        { numRuns: 120, seed: 5280 },
      );
    }, 120_000);

    test('with names, constraints on them, and path lengths', async () => {
      await fc.assert(
        fc.asyncProperty(links(bounded), called, async (above, last) => {
          const certificates = row(above, last);
          expect(await ours(certificates)).toBe(theirs(certificates));
        }),
        { numRuns: 120, seed: 5280 },
      );
    }, 120_000);
  },
);
