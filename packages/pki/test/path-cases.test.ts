import {
  anchorOf,
  nameValue,
  PATH_FAILURES,
  type PathFailure,
  type PathVerdict,
  parseCertificate,
  validatePath,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { isInstalled, judgedFiles, type PathCase, pathCases, pem, TEST_NOW } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const ports = nodePorts();
const cases = pathCases();
const noOpenssl = !isInstalled('openssl');

function judge({ endEntity, bag, anchors, options }: PathCase): Promise<PathVerdict> {
  return validatePath(
    {
      certificate: parseCertificate(endEntity),
      intermediates: bag.map(parseCertificate),
      anchors: anchors.map((der) => anchorOf(parseCertificate(der))),
      at: TEST_NOW,
      ...options,
    },
    ports,
  );
}

describe('certification paths (RFC 5280 §6.1)', () => {
  test.each(cases.map((one): [string, PathCase] => [one.title, one]))('%s', async (_, one) => {
    const verdict = await judge(one);
    expect(verdict.valid ? 'valid' : verdict.reason).toBe(one.expected);
    const about = verdict.valid ? undefined : nameValue(verdict.certificate.subject, 'commonName');
    expect(about).toBe(one.about);
  });

  test('every failure that one chain can have is among the cases', () => {
    const shown = new Set(cases.map(({ expected }) => expected));
    // Chains are searched by name; algorithms and bounds have tests of their own.
    const elsewhere: PathFailure[] = ['issuer_name', 'algorithm_unsupported', 'limit'];
    expect(PATH_FAILURES.filter((reason) => !shown.has(reason)).toSorted()).toEqual(elsewhere.toSorted());
  });

  test('the order of the bag, copies and the anchors in it change no verdict', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cases), fc.infiniteStream(fc.nat()), async (one, numbers) => {
        const bag = shuffled([...one.bag, ...one.bag, ...one.anchors], () => numbers.next().value);
        const verdict = await judge({ ...one, bag });
        expect(verdict.valid ? 'valid' : verdict.reason).toBe(one.expected);
      }),
      { numRuns: 300 },
    );
  });
});

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'openssl as referee', () => {
  const asked = cases.filter(({ openssl }) => openssl === undefined || Array.isArray(openssl));

  test.each(asked.map((one): [string, PathCase] => [one.title, one]))('%s', (_, one) => {
    const { status, output } = refereed(one, Array.isArray(one.openssl) ? one.openssl : []);
    expect(status === 0 ? 'valid' : 'refused', output).toBe(one.expected === 'valid' ? 'valid' : 'refused');
  });

  test('the cases that it judges otherwise are few, and each says why', () => {
    expect(cases.length - asked.length).toBeLessThan(cases.length / 8);
  });
});

function refereed({ endEntity, bag, anchors, options }: PathCase, more: string[]) {
  const all = (certificates: Uint8Array[]) => certificates.map((der) => pem('CERTIFICATE', der)).join('');
  const files = { leaf: all([endEntity]), bag: all(bag), anchors: all(anchors) };
  const given = (name: 'bag' | 'anchors', option: string) => (files[name] === '' ? [] : [option, name]);
  const at = String((options?.at ?? TEST_NOW) / 1000);
  const sources = [
    ...given('anchors', '-CAfile'),
    ...given('bag', '-untrusted'),
    '-no-CApath',
    '-no-CAstore',
  ];
  return judgedFiles(
    'openssl',
    files,
    'verify',
    '-partial_chain',
    '-attime',
    at,
    ...sources,
    ...more,
    'leaf',
  );
}
