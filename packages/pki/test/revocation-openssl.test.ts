import { ocspRequest, parseCertificate, revocationAnswers } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { isInstalled, judgedFiles, pem, revocationWorld, TEST_KEYS } from '@websign/testkit';
import { describe, expect, test } from 'vitest';

const noOpenssl = !isInstalled('openssl');
const ports = nodePorts();
const world = await revocationWorld();
const signer = parseCertificate(world.signer.certificate);
const issuer = parseCertificate(world.issuer.certificate);

/** A line of the database of `openssl ca`: valid, or revoked with a reason. */
function database(status: 'good' | 'revoked' | 'hold' | 'none'): string {
  const serial = signer.serialHex.toUpperCase();
  const [kind, at] = {
    good: ['V', ''],
    revoked: ['R', '260901000000Z,keyCompromise'],
    hold: ['R', '260901000000Z,holdInstruction,1.2.840.10040.2.3'],
    none: ['V', ''],
  }[status];
  const name = status === 'none' ? '77' : serial;
  return `${kind}\t281231000000Z\t${at}\t${name}\tunknown\t/C=GR/CN=Revocation Signer\n`;
}

const CONFIGURATION = `
[ca]
default_ca = authority
[authority]
database = index.txt
crlnumber = number.txt
default_md = sha256
default_crl_days = 7
crl_extensions = extensions
[extensions]
authorityKeyIdentifier = keyid
`;

/** One file that openssl made. */
function made(file: string, files: Record<string, Uint8Array | string>, ...args: string[]): Uint8Array {
  const shared = {
    'issuer.pem': pem('CERTIFICATE', world.issuer.certificate),
    'issuer.key': TEST_KEYS[world.issuer.key],
    'responder.pem': pem('CERTIFICATE', world.responder.certificate),
    'responder.key': TEST_KEYS[world.responder.key],
    'index.txt.attr': 'unique_subject = no\n',
    'number.txt': '1000\n',
    'openssl.cnf': CONFIGURATION,
    ...files,
  };
  const script = `openssl "$@" >/dev/null 2>&1; cat ${file}`;
  return new Uint8Array(judgedFiles('sh', shared, '-c', script, 'sh', ...args).stdout);
}

const look = (data: { ocsps?: Uint8Array[]; crls?: Uint8Array[] }) =>
  revocationAnswers(signer, issuer, { ocsps: [], crls: [], ...data }, ports);

describe('what openssl issues is read', () => {
  test.for([
    ['good', { status: 'good' }],
    ['revoked', { status: 'revoked', reason: 'keyCompromise', revokedAt: Date.UTC(2026, 8, 1) }],
    ['hold', { status: 'revoked', reason: 'certificateHold' }],
    ['none', { status: 'unknown' }],
  ] as const)('its OCSP responder: %s', async ([status, expected], { skip }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    const files = { 'index.txt': database(status), 'request.der': ocspRequest(signer, issuer, ports) };
    const respond = ['-rsigner', 'responder.pem', '-rkey', 'responder.key', '-ndays', '7'];
    const asks = ['ocsp', '-index', 'index.txt', '-CA', 'issuer.pem', '-reqin', 'request.der'];
    for (const more of [[], ['-resp_key_id'], ['-rmd', 'sha512']]) {
      const args = [...asks, ...respond, ...more, '-respout', 'response.der'];
      const { answers, refused } = await look({ ocsps: [made('response.der', files, ...args)] });
      expect(refused).toEqual([]);
      expect(answers).toMatchObject([{ source: 'ocsp', ...expected }]);
    }
  });

  test.for([
    ['good', { status: 'good' }],
    ['revoked', { status: 'revoked', reason: 'keyCompromise', revokedAt: Date.UTC(2026, 8, 1) }],
    ['hold', { status: 'revoked', reason: 'certificateHold' }],
  ] as const)('its CRLs: %s', async ([status, expected], { skip }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    const key = ['-keyfile', 'issuer.key', '-cert', 'issuer.pem'];
    const args = ['ca', '-config', 'openssl.cnf', '-gencrl', ...key, '-out', 'list.pem'];
    const text = made('list.pem', { 'index.txt': database(status) }, ...args);
    const [, base64 = ''] = /-----BEGIN X509 CRL-----([^-]*)/.exec(Buffer.from(text).toString()) ?? [];
    const { answers, refused } = await look({ crls: [new Uint8Array(Buffer.from(base64, 'base64'))] });
    expect(refused).toEqual([]);
    expect(answers).toMatchObject([{ source: 'crl', ...expected }]);
  });
});
