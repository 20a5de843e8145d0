import { parseCertificate, type RevocationAnswers, revocationAnswers } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  isInstalled,
  judgedFiles,
  pem,
  type RevocationCase,
  revocationCases,
  revocationWorld,
  TEST_NOW,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';

const ports = nodePorts();
const world = await revocationWorld();
const cases = await revocationCases(world);

function judged(each: RevocationCase): Promise<RevocationAnswers> {
  const { ocsp, crls = [], certificate, issuer, certificates = [] } = each;
  return revocationAnswers(
    parseCertificate(certificate ?? world.signer.certificate),
    parseCertificate((issuer ?? world.issuer).certificate),
    { ocsps: ocsp === undefined ? [] : [ocsp], crls },
    ports,
    { certificates: certificates.map(parseCertificate) },
  );
}

describe.each([
  ['OCSP (RFC 6960)', cases.filter(({ ocsp }) => ocsp !== undefined)],
  ['CRLs (RFC 5280)', cases.filter(({ crls }) => crls !== undefined)],
])('%s', (_, some) => {
  test.for(some)('$title', async (each) => {
    const { answers, refused } = await judged(each);
    const { expected } = each;
    if (typeof expected === 'string') {
      expect(answers).toEqual([]);
      expect(refused[0]?.reason).toBe(expected);
    } else {
      expect(refused).toEqual([]);
      expect(answers[0]).toMatchObject(expected);
    }
  });
});

const noOpenssl = !isInstalled('openssl');
const certificatePem = (der: Uint8Array) => pem('CERTIFICATE', der);

/** What `openssl ocsp` says of a response: the status it reads, or undefined where it does not accept the signer. */
function opensslOcsp({ ocsp = new Uint8Array(), certificate, issuer }: RevocationCase): string | undefined {
  const files = {
    'response.der': ocsp,
    'root.pem': certificatePem(world.root.certificate),
    'issuer.pem': certificatePem((issuer ?? world.issuer).certificate),
    'certificate.pem': certificatePem(certificate ?? world.signer.certificate),
  };
  const { output } = judgedFiles(
    'openssl',
    files,
    ...['ocsp', '-respin', 'response.der', '-issuer', 'issuer.pem', '-cert', 'certificate.pem'],
    ...['-CAfile', 'root.pem', '-verify_other', 'issuer.pem', '-attime', String(TEST_NOW / 1000)],
  );
  if (!output.includes('Response verify OK')) return undefined;
  return /certificate\.pem: (?:WARNING[^\n]*\n[^\n]*\n)?(good|revoked|unknown)/.exec(output)?.[1];
}

/** Whether `openssl crl` accepts the signature of a list, and whether the serial number stands on it. */
function opensslCrl({ crls = [], certificate, issuer }: RevocationCase): string | undefined {
  const files = {
    'list.der': crls[0] ?? new Uint8Array(),
    'issuer.pem': certificatePem((issuer ?? world.issuer).certificate),
  };
  const args = ['crl', '-inform', 'DER', '-in', 'list.der', '-noout', '-text', '-CAfile', 'issuer.pem'];
  const { output } = judgedFiles('openssl', files, ...args, '-verify');
  if (!output.includes('verify OK')) return undefined;
  const { serialHex } = parseCertificate(certificate ?? world.signer.certificate);
  return output.includes(`Serial Number: ${serialHex.toUpperCase()}`) ? 'revoked' : 'good';
}

describe('openssl comes to the same', () => {
  const shared = cases.filter(({ openssl }) => openssl === undefined);
  test.for(shared)('$title', (each, { skip }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    const theirs = each.ocsp === undefined ? opensslCrl(each) : opensslOcsp(each);
    const { expected } = each;
    if (typeof expected === 'string') expect(theirs).toBeUndefined();
    else if (expected.status === 'unknown' && expected.source === 'crl') expect(theirs).toBe('good');
    else expect(theirs).toBe(expected.status);
  });
});
