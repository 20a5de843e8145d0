import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftSignature, finishSignature } from '@websign/pades';
import { openPdf, prepareSignature } from '@websign/pdf';
import { estimateCmsBytes } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { documentObjects, listText, makeTestPki, pem, signList, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

const DAY = 24 * 3600 * 1000;
const pki = makeTestPki();
/** The command has the machine's clock. */
const now = Date.now();
const signer = pki.issue('p256', { validity: { notBefore: now - 100 * DAY, notAfter: now + 100 * DAY } });

let folder = '';
let server: Server;
let lists: Record<string, string>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-trust-'));
  server = createServer((request, response) => {
    const list = lists[request.url ?? ''];
    if (list === undefined) response.writeHead(404).end();
    else response.end(list);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issued = now - DAY;
  const pointers = [{ territory: 'EL', location: `${origin}/el`, signers: [signer.certificate] }];
  const status = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
  const services = [{ certificates: [pki.root.certificate], states: [{ status, from: issued }] }];
  const providers = [{ name: 'P', services }];
  lists = {
    '/lotl': signList(listText({ kind: 'lotl', territory: 'EU', issued, pointers }), signer),
    '/el': signList(listText({ kind: 'national', territory: 'EL', issued, providers }), signer),
  };
  writeFileSync(join(folder, 'signers.pem'), pem('CERTIFICATE', signer.certificate));
  env = {
    WEBSIGN_DATA: join(folder, 'data'),
    LOTL_URL: `${origin}/lotl`,
    LOTL_CERTIFICATES_FILE: join(folder, 'signers.pem'),
    TRUST_FOLDER: folder,
  };
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

/** A PDF signed by one of the test's signers, whose root the Greek list names. */
async function signedBy(name: 'p256'): Promise<Uint8Array> {
  const ports = nodePorts();
  const { chain, sign } = pki.signers[name];
  const bytes = writePdf({ kind: 'table', objects: documentObjects({}) });
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: now, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const value = sign('ecdsa-p256-sha256', draft.signedAttributes);
  const { tail } = await finishSignature(prepared, draft, value, ports);
  return Buffer.concat([bytes, tail]);
}

const trust = async (action: string, more: NodeJS.ProcessEnv = {}) => {
  const outcome = await websign(['trust', action, '--json'], { env: { ...env, ...more } });
  const objects = outcome.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { ...outcome, objects };
};

describe('trust', () => {
  test('list, refresh and list again: what is trusted, territory by territory', async () => {
    const before = await trust('list');
    expect([before.code, before.objects[1]]).toEqual([
      1,
      expect.objectContaining({ state: 'missing', problem: 'no_copy' }),
    ]);

    const fetched = await trust('refresh');
    expect(fetched).toMatchObject({ code: 0, stderr: '' });
    expect(fetched.objects).toEqual([
      { source: 'TRUST_FOLDER', path: folder, certificates: 1 },
      expect.objectContaining({ source: 'lotl', territory: 'EU', state: 'fresh', problem: null }),
      expect.objectContaining({
        source: 'national',
        territory: 'EL',
        state: 'fresh',
        certificates: 1,
        sequence: 1,
      }),
    ]);

    lists = {};
    const offline = await websign(['trust', 'list'], { env });
    expect(offline.code).toBe(0);
    expect(offline.stdout).toContain('EL\tfresh\tnumber 1');
    const away = await trust('refresh');
    expect([away.code, away.objects[2]]).toEqual([
      1,
      expect.objectContaining({ state: 'fresh', problem: 'http_status' }),
    ]);
  });

  test('verify trusts by the copies of the lists, and by --trust alone where it is given', async () => {
    const file = join(folder, 'signed.pdf');
    writeFileSync(file, await signedBy('p256'));
    const verify = async (...args: string[]) => {
      const { stdout } = await websign(['verify', file, '--offline', '--json', ...args], { env });
      return JSON.parse(stdout).signatures[0].subIndication;
    };
    expect(await verify()).toBe('TRY_LATER');
    expect(await verify('--trust', folder)).toBe('NO_CERTIFICATE_CHAIN_FOUND');
  });

  test('without LOTL_URL nothing is fetched; without its certificates it is told', async () => {
    const off = await websign(['trust', 'list'], { env: { ...env, LOTL_URL: '' } });
    expect([off.code, off.stdout]).toEqual([0, expect.stringContaining('LOTL_URL is not set')]);
    const wrong = await websign(['trust', 'list'], { env: { ...env, LOTL_CERTIFICATES_FILE: '' } });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('Set LOTL_CERTIFICATES_FILE')]);
    expect((await websign(['trust', 'sell'])).code).toBe(2);
  });
});
