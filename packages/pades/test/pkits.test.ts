import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { standingOf } from '@websign/pades';
import {
  PkiError,
  type PolicyOptions,
  parseCertificate,
  readable,
  type TrustAnchor,
  validatePath,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { describe, expect, test } from 'vitest';

/**
 * NIST's Public Key Interoperability Test Suite: paths, policies, names and CRLs of RFC 5280. WEBSIGN_PKITS names its
 * folder; the expected outcome stands in each file's name, that of the tests on policies in NIST's document.
 */
const folder = process.env.WEBSIGN_PKITS;
const at = Date.UTC(2020, 0, 1);
const ports = nodePorts();
const files = (kind: 'certs' | 'crls'): string[] =>
  folder === undefined ? [] : readdirSync(join(folder, kind)).toSorted();
const read = (kind: 'certs' | 'crls', name: string): Uint8Array => {
  const { buffer, byteOffset, length } = readFileSync(join(folder ?? '', kind, name));
  return new Uint8Array(buffer, byteOffset, length);
};

const named = files('certs');
const endEntities = named.filter((name) => /EE\.crt$/.test(name));
const authorities = named.filter((name) => !endEntities.includes(name)).map((name) => read('certs', name));
const crls = files('crls').map((name) => read('crls', name));
const anchors: TrustAnchor[] = named
  .filter((name) => name === 'TrustAnchorRootCertificate.crt')
  .map((name) => ({ certificate: read('certs', name), source: 'operator', services: [] }));

/** Valid, and not for us: DSA is not verified here. */
const DSA = ['ValidDSASignaturesTest4EE.crt', 'ValidDSAParameterInheritanceTest5EE.crt'];

const P = (...numbers: number[]): PolicyOptions => ({
  acceptable: numbers.map((number) => `2.16.840.1.101.3.2.1.48.${number}`),
});
const ANY: PolicyOptions = {};
const EXPLICIT: PolicyOptions = { requireExplicit: true };

/** PKITS §4.8 and §4.10: the inputs of each test on policies and whether the path is valid with them. */
const POLICIES: [endEntity: string, ...inputs: [PolicyOptions, boolean][]][] = [
  [
    'ValidCertificatePathTest1',
    [EXPLICIT, true],
    [{ ...EXPLICIT, ...P(1) }, true],
    [{ ...EXPLICIT, ...P(2) }, false],
    [{ ...EXPLICIT, ...P(1, 2) }, true],
  ],
  ['AllCertificatesNoPoliciesTest2', [ANY, true], [EXPLICIT, false]],
  ['DifferentPoliciesTest3', [ANY, true], [EXPLICIT, false], [{ ...EXPLICIT, ...P(1, 2) }, false]],
  ['DifferentPoliciesTest4', [ANY, false]],
  ['DifferentPoliciesTest5', [ANY, false]],
  ['OverlappingPoliciesTest6', [ANY, true], [P(1), true], [P(2), false]],
  ['DifferentPoliciesTest7', [ANY, false]],
  ['DifferentPoliciesTest8', [ANY, false]],
  ['DifferentPoliciesTest9', [ANY, false]],
  ['AllCertificatesSamePoliciesTest10', [ANY, true], [P(1), true], [P(2), true]],
  ['AllCertificatesanyPolicyTest11', [ANY, true], [P(1), true]],
  ['DifferentPoliciesTest12', [ANY, false]],
  ['AllCertificatesSamePoliciesTest13', [P(1), true], [P(2), true], [P(3), true]],
  ['AnyPolicyTest14', [P(1), true], [P(2), false]],
  ['UserNoticeQualifierTest15', [ANY, true]],
  ['UserNoticeQualifierTest16', [ANY, true]],
  ['UserNoticeQualifierTest17', [ANY, true]],
  ['UserNoticeQualifierTest18', [P(1), true], [P(2), true]],
  ['UserNoticeQualifierTest19', [ANY, true]],
  ['CPSPointerQualifierTest20', [{ ...EXPLICIT, ...P(1) }, true]],
  ['ValidPolicyMappingTest1', [P(1), true], [P(2), false], [{ ...P(1), inhibitMapping: true }, false]],
  ['InvalidPolicyMappingTest2', [ANY, false], [{ inhibitMapping: true }, false]],
  ['ValidPolicyMappingTest3', [P(1), false], [P(2), true]],
  ['ValidPolicyMappingTest5', [P(1), true], [P(6), false]],
  ['ValidPolicyMappingTest6', [P(1), true], [P(6), false]],
  ['ValidPolicyMappingTest12', [P(1), true], [P(2), true]],
  ['inhibitAnyPolicyTest3', [ANY, true], [{ inhibitAny: true }, false]],
];
const inputs = POLICIES.flatMap(([name, ...each]) =>
  each.map(([policies, valid], index): [string, PolicyOptions, boolean] => [
    `${name}, subtest ${index + 1}`,
    policies,
    valid,
  ]),
);
const byFileName = endEntities.filter(
  (name) =>
    name === 'ValidCertificatePathTest1EE.crt' ||
    (/^(Valid|Invalid)/.test(name) && !POLICIES.some(([known]) => name === `${known}EE.crt`)),
);

describe.skipIf(folder === undefined)(
  folder === undefined ? 'skipped: PKITS not installed' : 'NIST PKITS (RFC 5280)',
  () => {
    test('all tests are there', () => {
      expect(byFileName.length + inputs.length).toBe(247);
    });

    test.each(byFileName)('%s', async (name) => {
      const chain = [read('certs', name), ...authorities];
      const material = { certificates: [], ocsps: [], crls };
      const grounds = { anchors, at, freshnessMs: 0 };
      const isGood = await standingOf({ chain, tokens: [] }, material, grounds, ports).then(
        ({ status }) => status === 'good',
        (error: unknown) => {
          if (error instanceof PkiError) return false; // a certificate that cannot be read
          throw error;
        },
      );
      expect(isGood).toBe(name.startsWith('Valid') && !DSA.includes(name));
    });

    test.each(inputs)('%s', async (name, policies, valid) => {
      const certificate = parseCertificate(read('certs', `${name.replace(/,.*/, '')}EE.crt`));
      const verdict = await validatePath(
        { certificate, intermediates: readable(authorities), anchors, at, policies },
        ports,
      );
      expect(verdict.valid).toBe(valid);
    });
  },
);
