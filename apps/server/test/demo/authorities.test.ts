import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evidence, gather, type Validation, validate } from '@websign/pades';
import { openPdf } from '@websign/pdf';
import { type Missing, ocspRequest, parseCertificate, revocationAnswers } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { fromColumns, materialClient, outboundHttp, toColumns } from '@websign/providers';
import { isInstalled, judgedFiles, pem } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoAccount } from '../../src/demo/accounts.ts';
import { openAuthorities } from '../../src/demo/authorities.ts';
import { certify, ISSUING, OCSP_RESPONDER, signerProfile, spkiOf } from '../../src/demo/certificates.ts';
import { PEOPLE } from '../../src/demo/people.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { newFolder, type OpenDemo, openDemo } from './place.ts';

const noOpenssl = !isInstalled('openssl');
const ports = nodePorts();
const ORIGIN = 'http://127.0.0.1:8080';

/** The verdict on a document with what the demonstration's authorities say now. */
async function judged(demo: OpenDemo, bytes: Uint8Array): Promise<Validation> {
  const found = await evidence(bytes, openPdf(bytes, ports), ports);
  const anchors = demo.timeStamps.anchors.map((certificate) => ({
    certificate,
    source: 'operator' as const,
    services: [],
  }));
  const grounds = { anchors, at: Date.now(), freshnessMs: 24 * 60 * 60_000 };
  const client = materialClient({ local: demo.services.local, http: outboundHttp({ addresses: 'public' }) });
  const { validation } = await gather({
    rounds: 6,
    validate: (material) => validate(found, material, grounds, ports),
    fetch: (missing) => client.fetch(missing),
  });
  await client.close();
  return validation;
}

describe('the samples of a demonstration', () => {
  const { dataFolder, remove } = newFolder();
  let demo: OpenDemo;
  beforeAll(async () => {
    demo = await openDemo(dataFolder);
  });
  afterAll(async () => {
    await demo.close();
    remove();
  });

  test.each([
    ['valid', 'TOTAL-PASSED', undefined, 'B-LT'],
    ['revoked', 'INDETERMINATE', 'REVOKED_NO_POE', 'B-T'],
    ['suspended', 'INDETERMINATE', 'TRY_LATER', 'B-T'],
    ['expired', 'INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', 'B-T'],
    ['tampered', 'TOTAL-FAILED', 'HASH_FAILURE', undefined],
  ])('%s: %s %s', async (name, indication, subIndication, level) => {
    const bytes = await demo.services.sample(name);
    const { signatures } = await judged(demo, bytes ?? new Uint8Array());
    expect(signatures).toHaveLength(1);
    expect(signatures[0]?.indication).toBe(indication);
    expect(signatures[0]?.subIndication).toBe(subIndication);
    if (level !== undefined) expect(signatures[0]?.level).toBe(level);
  });

  test('are made once, and no account is of their signers', async () => {
    const before = await demo.services.sample('valid');
    const again = await openDemo(dataFolder);
    expect(await again.services.sample('valid')).toEqual(before);
    expect(await again.services.sample('../authorities')).toBeUndefined();
    expect((await again.storage.accounts.list()).map(({ username }) => username).sort()).toEqual([
      'georgiou',
      'papadopoulou',
    ]);
    await again.close();
  });

  test('every certificate below the root says where its status is to be had', async () => {
    const { issuing, timeStamping, ocsp } = await openAuthorities(
      join(dataFolder, 'demo'),
      Date.now(),
      ORIGIN,
    );
    const accounts = await demo.storage.accounts.list();
    const leaves = [timeStamping.certificate, ...accounts.flatMap(({ chain }) => chain.slice(0, 1))];
    for (const leaf of leaves.map(parseCertificate)) {
      expect(leaf.extensions.authorityInfoAccess?.ocsp).toEqual([`${ORIGIN}/demo/ocsp`]);
      expect(leaf.extensions.crlDistributionPoints?.[0]?.uris).toEqual([`${ORIGIN}/demo/crl/issuing.crl`]);
    }
    const above = parseCertificate(issuing.certificate).extensions;
    expect(above.crlDistributionPoints?.[0]?.uris).toEqual([`${ORIGIN}/demo/crl/root.crl`]);
    expect(above.authorityInfoAccess?.caIssuers).toEqual([`${ORIGIN}/demo/ca/root.cer`]);
    expect(parseCertificate(ocsp.certificate).extensions.ocspNoCheck).toBe(true);
  });
});

/** Makes a folder look as it was before the demonstration had revocation data. */
async function makeOld(demo: OpenDemo, dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'demo');
  const { root, issuing, ocsp } = await openAuthorities(folder, Date.now(), ORIGIN);
  const now = Date.now();
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const path = join(folder, 'authorities.json');
  const stored = JSON.parse(readFileSync(path, 'utf8'));
  const old = await certify(ISSUING, spkiOf(issuing.key), root.key, root.certificate, now);
  stored.issuing.certificate = base64(old);
  stored.ocsp.certificate = base64(await certify(OCSP_RESPONDER, spkiOf(ocsp.key), issuing.key, old, now));
  writeFileSync(path, JSON.stringify(stored));
  const accounts: DemoAccount[] = JSON.parse(readFileSync(join(dataFolder, 'demo-accounts.json'), 'utf8'));
  for (const person of PEOPLE) {
    const account = await demo.storage.accounts.findByUsername(person.username);
    const secrets = await demo.storage.accounts.sealed(account?.id ?? '');
    const password = accounts.find(({ username }) => username === person.username)?.password;
    if (account === undefined || secrets === undefined || password === undefined) throw new Error('lost');
    const { spki } = parseCertificate(account.chain[0] ?? new Uint8Array());
    const certificate = await certify(signerProfile(person), spki, issuing.key, old, now);
    const bound = await demo.keys.bindCertificate(fromColumns(account.id, secrets), password, certificate);
    const { verifier, key } = toColumns(bound);
    await demo.storage.accounts.renew(account.id, secrets.version, {
      certificateSerial: parseCertificate(certificate).serialHex.toUpperCase(),
      validUntil: account.validUntil,
      chain: [certificate, old],
      verifier,
      key,
    });
  }
}

test('a folder from before there were revocation data gets certificates that name them, for the same keys', async () => {
  const { dataFolder, remove } = newFolder();
  const demo = await openDemo(dataFolder);
  await makeOld(demo, dataFolder);
  const before = await demo.storage.accounts.list();
  await demo.close();
  const again = await openDemo(dataFolder);
  const after = await again.storage.accounts.list();
  for (const account of after) {
    const [leaf, issuing] = account.chain.map(parseCertificate);
    expect(leaf?.extensions.authorityInfoAccess?.ocsp).toEqual([`${ORIGIN}/demo/ocsp`]);
    expect(issuing?.extensions.crlDistributionPoints).toHaveLength(1);
    const old = before.find(({ id }) => id === account.id)?.chain[0];
    expect(leaf?.spki).toEqual(parseCertificate(old ?? new Uint8Array()).spki);
    expect(account.certificateSerial).toBe(leaf?.serialHex.toUpperCase());
  }
  await again.close();
  const third = await openDemo(dataFolder);
  expect(await third.storage.accounts.list()).toEqual(after);
  await third.close();
  remove();
});

describe('the authorities over HTTP', () => {
  const { dataFolder, remove } = newFolder();
  let server: RunningServer;
  let root: Uint8Array;
  let issuing: Uint8Array;
  let signer: Uint8Array;
  beforeAll(async () => {
    const environment = { PORT: '0', WEBSIGN_DATA: dataFolder, OPERATIONS_PORT: 'off' };
    server = await startServer({ demo: true, environment, logTo: { write: () => undefined } });
    const authorities = await openAuthorities(join(dataFolder, 'demo'), Date.now(), 'http://127.0.0.1');
    root = authorities.root.certificate;
    issuing = authorities.issuing.certificate;
    const sample = await fetchBytes('/demo/samples/valid.pdf');
    const { signatures } = await evidence(sample, openPdf(sample, ports), ports);
    expect(signatures).toHaveLength(1);
    signer = authorities.timeStamping.certificate;
  });
  afterAll(async () => {
    await server.close();
    remove();
  });

  const fetchBytes = async (path: string) =>
    new Uint8Array(await (await fetch(server.url + path)).arrayBuffer());

  test('what is fetched over HTTP says that a certificate is good', async () => {
    const http = outboundHttp({ addresses: 'public', networks: ['127.0.0.1'] });
    const client = materialClient({ http });
    const [certificate, issuer] = [parseCertificate(signer), parseCertificate(issuing)];
    const request = ocspRequest(certificate, issuer, ports, Buffer.alloc(16, 9));
    const missing: Missing[] = [
      { kind: 'ocsp', url: `${server.url}/demo/ocsp`, request },
      { kind: 'crl', url: `${server.url}/demo/crl/issuing.crl` },
      { kind: 'issuer', url: `${server.url}/demo/ca/issuing.cer` },
    ];
    const material = await client.fetch(missing);
    await client.close();
    expect(material.certificates).toEqual([issuing]);
    const { answers, refused } = await revocationAnswers(certificate, issuer, material, ports, {
      nonce: Buffer.alloc(16, 9),
    });
    expect(refused).toEqual([]);
    expect(answers.map(({ source, status }) => [source, status]).sort()).toEqual([
      ['crl', 'good'],
      ['ocsp', 'good'],
    ]);
  });

  test('openssl’s client accepts the OCSP responder, nonce and all', async ({ skip }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    const files = { 'root.pem': root, 'issuing.pem': issuing, 'signer.pem': signer };
    for (const [name, der] of Object.entries(files))
      writeFileSync(join(dataFolder, name), pem('CERTIFICATE', der));
    const asks = ['-issuer', 'issuing.pem', '-cert', 'signer.pem', '-url', `${server.url}/demo/ocsp`];
    const args = ['ocsp', '-nonce', ...asks, '-CAfile', 'root.pem', '-verify_other', 'issuing.pem'];
    // The server is of this process: it answers only while this one waits.
    const { stdout, stderr } = await promisify(execFile)('openssl', args, {
      cwd: dataFolder,
      timeout: 60_000,
    });
    const output = stdout + stderr;
    expect(output).toMatch(/Response verify OK/);
    expect(output).toMatch(/signer\.pem: good/);
    expect(output).not.toMatch(/WARNING/);
  });

  test('openssl accepts both CRLs, and the samples’ signers are on the issuing authority’s', async ({
    skip,
  }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    for (const [name, issuer, revoked] of [['issuing', issuing, 2] as const, ['root', root, 0] as const]) {
      const files = {
        'list.crl': await fetchBytes(`/demo/crl/${name}.crl`),
        'ca.pem': pem('CERTIFICATE', issuer),
      };
      const args = ['-inform', 'DER', '-in', 'list.crl', '-noout', '-text', '-CAfile', 'ca.pem', '-verify'];
      const { output } = judgedFiles('openssl', files, 'crl', ...args);
      expect(output).toMatch(/verify OK/);
      expect(output.match(/Serial Number:/g) ?? []).toHaveLength(revoked);
    }
  });

  test('what is not there is not found, and nonsense is told to be malformed', async () => {
    for (const path of [
      '/demo/crl/x.crl',
      '/demo/ca/ocsp.cer',
      '/demo/samples/x.pdf',
      '/demo/samples/%2e%2e.pdf',
    ])
      expect((await fetch(server.url + path)).status, path).toBe(404);
    const headers = { 'content-type': 'application/ocsp-request' };
    const nonsense = await fetch(`${server.url}/demo/ocsp`, { method: 'POST', headers, body: 'nonsense' });
    expect(nonsense.headers.get('content-type')).toBe('application/ocsp-response');
    expect(new Uint8Array(await nonsense.arrayBuffer())).toEqual(Uint8Array.of(0x30, 3, 0x0a, 1, 1));
    const large = await fetch(`${server.url}/demo/ocsp`, {
      method: 'POST',
      headers,
      body: 'x'.repeat(17_000),
    });
    expect(large.status).toBe(400);
  });
});
