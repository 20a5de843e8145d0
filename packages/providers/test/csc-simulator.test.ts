import { createHash } from 'node:crypto';
import {
  CSC_PIN,
  type CscSimulator,
  cscPeople,
  makeTestPki,
  STEP_MS,
  startCscSimulator,
} from '@websign/testkit';
import { afterEach, describe, expect, test } from 'vitest';

/** The counterpart must be no milder than a service is: what it lets pass proves nothing. */
let simulator: CscSimulator;
let now = Date.UTC(2026, 10, 21, 12);
afterEach(() => simulator.close());

const credentialID = 'eleni-p256';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const [A, B, C] = [hash('a'), hash('b'), hash('c')];

async function open(options: Partial<Parameters<typeof startCscSimulator>[0]> = {}): Promise<string> {
  const credentials = cscPeople(makeTestPki());
  simulator = await startCscSimulator({ credentials, clock: () => now, ...options });
  const { id, secret } = simulator.client;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  const answer = await fetch(new URL('/oauth2/token', simulator.url), { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function ask(token: string, method: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${simulator.url}/${method}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const said: Record<string, string> = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, said: said.error_description ?? '', sad: said.SAD ?? '' };
}

function authorize(token: string, hashes: string[], change: object = {}) {
  now += 2 * STEP_MS;
  const authData = [
    { id: 'sign-pin', value: CSC_PIN },
    { id: 'one-time', value: simulator.code(credentialID) },
  ];
  const common = { credentialID, numSignatures: hashes.length, hashAlgorithmOID: SHA256 };
  return ask(token, 'credentials/authorize', { ...common, hashes, authData, ...change });
}

const signHash = (token: string, SAD: string, hashes: string[]) =>
  ask(token, 'signatures/signHash', {
    credentialID,
    SAD,
    hashes,
    hashAlgorithmOID: SHA256,
    signAlgo: '1.2.840.10045.4.3.2',
  });

describe('the simulated signing service', () => {
  test('an activation signs the hashes that it was given for, each once', async () => {
    const token = await open({ extend: false });
    const { sad } = await authorize(token, [A, B]);
    expect((await signHash(token, sad, [A, C])).said).toMatch(/not authorized/);
    expect((await signHash(token, sad, [A, A])).said).toMatch(/not authorized/);
    expect((await signHash(token, sad, [A])).status).toBe(200);
    expect((await signHash(token, sad, [B])).said).toBe('SAD expired');
    const both = await authorize(token, [A, B]);
    expect((await signHash(token, both.sad, [B, A])).status).toBe(200);
    expect((await signHash(token, both.sad, [B])).said).toBe('Invalid parameter SAD');
    expect(simulator.signed(credentialID)).toBe(3);
  });

  test('between two calls it must be extended, for hashes of the first asking', async () => {
    const token = await open();
    const { sad } = await authorize(token, [A, B]);
    expect((await signHash(token, sad, [A])).status).toBe(200);
    expect((await signHash(token, sad, [B])).said).toBe('SAD expired');
    const extend = (hashes: string[]) =>
      ask(token, 'credentials/extendTransaction', { credentialID, SAD: sad, hashes });
    expect((await extend([C])).status).toBe(400);
    const next = await extend([B]);
    expect((await signHash(token, next.sad, [B])).status).toBe(200);
    expect((await extend([B])).said).toBe('Invalid parameter SAD');
  });

  test('it ends by itself', async () => {
    const token = await open({ sadSeconds: 60 });
    const { sad } = await authorize(token, [A]);
    now += 60_000;
    expect((await signHash(token, sad, [A])).said).toBe('SAD expired');
  });

  test('counts, missing hashes and strange ones are refused before a code is looked at', async () => {
    const token = await open({
      credentials: cscPeople(makeTestPki()).map((each) => ({ ...each, multisign: 2 })),
      failures: 1,
    });
    const wrong = [
      { numSignatures: 3, hashes: [A, B, C] },
      { numSignatures: 0 },
      { numSignatures: '1' },
      { numSignatures: 2, hashes: [A] },
      { hashes: undefined },
      { hashAlgorithmOID: 'md5' },
    ];
    for (const change of wrong) expect((await authorize(token, [A], change)).status).toBe(400);
    expect((await authorize(token, [A])).status).toBe(200);
  });

  test('wrong tries lock the key; a token that is none opens nothing', async () => {
    const token = await open({ failures: 2 });
    for (const value of ['1', '2']) {
      const authData = [{ id: 'sign-pin', value }];
      expect((await authorize(token, [A], { authData })).said).toBe(
        'The authentication data is invalid: PIN',
      );
    }
    expect((await authorize(token, [A])).said).toBe('Credential locked');
    expect((await ask('none', 'credentials/list', {})).status).toBe(401);
  });

  test('a page shows what it was asked for as text, and nothing of it as code', async () => {
    await open();
    const url = new URL('/oauth2/authorize', simulator.url);
    url.search = new URLSearchParams({ client_id: '<script>', response_type: 'code' }).toString();
    const page = await fetch(url);
    expect(page.status).toBe(400);
    expect(await page.text()).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
