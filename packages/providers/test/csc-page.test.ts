import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, item } from './contract.ts';
import { type CscBench, cscBench, ELENI, idOf, MARIA, proofKey } from './csc-bench.ts';

const redirectUri = 'https://sign.example/sign/return';
const documents = (count = 3) =>
  Array.from({ length: count }, (_, at) => item(`document ${at}`, 'rsa-pkcs1-sha256'));

let bench: CscBench;
afterEach(() => bench.close());

/** The way to the page and back. */
async function journey(items = documents(), state = 'state-of-this-session') {
  const { codeVerifier, codeChallenge } = proofKey();
  const url = await bench.signer.authorizationUrl(MARIA, items, {
    state,
    codeChallenge,
    redirectUri,
    lang: 'el',
    description: 'Three documents',
  });
  bench.tick(60_000);
  const back = () => bench.approve(url, { otp: bench.simulator.code(idOf(MARIA)) });
  return { url, codeVerifier, back };
}

const codeIn = (back: URL) => back.searchParams.get('code') ?? '';

/** The values for documents that the person approved at the page. */
async function signed(items = documents()): Promise<Uint8Array[]> {
  const { codeVerifier, back } = await journey(items);
  const activation = await bench.signer.exchange({ code: codeIn(await back()), codeVerifier, redirectUri });
  return bench.signer.signWith(MARIA, items, activation);
}

const WAYS = [
  ['v2', {}],
  ['v2, the request left ahead', { pushed: true }],
  ['v2, the server found by its metadata', { discovery: true, pushed: true }],
  ['v2, with account tokens', { accountTokens: true }],
  ['v2, no token but the page’s', { authType: ['oauth2code'] }],
  ['v1', { version: 1 }],
  ['v1, no token but the page’s', { version: 1, authType: ['oauth2code'] }],
] as const;

describe('csc: the provider’s own page', () => {
  test.each(WAYS)(
    'SGN-9 %s: the page activates the key for these documents, and they are signed',
    async (_, way) => {
      bench = await cscBench(way);
      expect(await signed()).toHaveLength(3);
      expect(bench.simulator.authorized(idOf(MARIA))).toBe(1);
      expect(bench.simulator.signed(idOf(MARIA))).toBe(3);
      expect(bench.simulator.calls('credentials/authorize')).toBe(0);
    },
  );

  test('the address says what is to be signed, by the words of the API', async () => {
    bench = await cscBench();
    const items = documents(2);
    const { url } = await journey(items);
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'websign',
      redirect_uri: redirectUri,
      scope: 'credential',
      state: 'state-of-this-session',
      code_challenge_method: 'S256',
      credentialID: idOf(MARIA),
      numSignatures: '2',
      hashes: items.map(({ digest }) => Buffer.from(digest).toString('base64url')).join(','),
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      lang: 'el',
      description: 'Three documents',
    });
    expect(url).not.toContain(bench.simulator.client.secret);
  });

  test('a request that was left ahead keeps the hashes out of the address', async () => {
    bench = await cscBench({ pushed: true });
    const { url } = await journey(documents(500));
    expect([...new URL(url).searchParams.keys()]).toEqual(['client_id', 'request_uri']);
    expect(url.length).toBeLessThan(300);
    expect(await signed(documents(500))).toHaveLength(500);
  });

  test('more hashes than an address carries are too many where nothing can be left ahead', async () => {
    bench = await cscBench();
    expect(await codeOf(journey(documents(500)))).toBe('too_many_items');
    expect(await codeOf(journey(documents(150)))).toBe('done');
  });

  test('the state comes back as it went', async () => {
    bench = await cscBench();
    const { back } = await journey(documents(), 'a/b+c=ü');
    expect((await back()).searchParams.get('state')).toBe('a/b+c=ü');
  });

  test('a code is worth nothing without the verifier, for another address, or a second time', async () => {
    bench = await cscBench();
    const first = await journey();
    const code = codeIn(await first.back());
    const { codeVerifier } = first;
    const other = { code, codeVerifier: proofKey().codeVerifier, redirectUri };
    expect(await codeOf(bench.signer.exchange(other))).toBe('provider_error');
    // The service takes a code out of use at its first showing.
    expect(await codeOf(bench.signer.exchange({ code, codeVerifier, redirectUri }))).toBe('provider_error');
    const second = await journey();
    const elsewhere = { code: codeIn(await second.back()), codeVerifier: second.codeVerifier };
    const call = bench.signer.exchange({ ...elsewhere, redirectUri: 'https://evil.example/' });
    expect(await codeOf(call)).toBe('provider_error');
    expect(bench.simulator.authorized(idOf(MARIA))).toBe(0);
  });

  test('an exchange whose answer stays away is not tried again', async () => {
    bench = await cscBench();
    const { codeVerifier, back } = await journey();
    const code = codeIn(await back());
    bench.simulator.fault({ kind: 'drop', method: 'oauth2/token' });
    const before = bench.simulator.calls('oauth2/token');
    const call = bench.signer.exchange({ code, codeVerifier, redirectUri });
    expect(await codeOf(call)).toBe('unavailable');
    expect(bench.simulator.calls('oauth2/token')).toBe(before + 1);
  });

  test('what was activated signs the hashes that the person saw, each once, and for a while', async () => {
    bench = await cscBench();
    const items = documents();
    const { codeVerifier, back } = await journey(items);
    const activation = await bench.signer.exchange({ code: codeIn(await back()), codeVerifier, redirectUri });
    const changed = [...items.slice(1), item('slipped in', 'rsa-pkcs1-sha256')];
    expect(await codeOf(bench.signer.signWith(MARIA, changed, activation))).toBe('provider_error');
    expect(await codeOf(bench.signer.signWith(MARIA, items, activation))).toBe('done');
    expect(await codeOf(bench.signer.signWith(MARIA, items, activation))).toBe('provider_error');
    expect(await codeOf(bench.signer.signWith(MARIA, items, { ...activation, expiresAt: 0 }))).toBe(
      'timeout',
    );
    expect(bench.simulator.signed(idOf(MARIA))).toBe(3);
  });

  test('an activation of the page is not extended: one call takes all documents', async () => {
    bench = await cscBench({ pushed: true, with: { hashesPerCall: 2 } });
    expect(await signed(documents(5))).toHaveLength(5);
    expect(bench.simulator.calls('signatures/signHash')).toBe(1);
    expect(bench.simulator.calls('credentials/extendTransaction')).toBe(0);
  });

  test('who cancels at the page comes back without a code', async () => {
    bench = await cscBench();
    const { url } = await journey();
    const back = await bench.approve(url, { answer: 'cancel' });
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'state-of-this-session',
    });
    const call = bench.signer.exchange({ code: '', codeVerifier: 'x', redirectUri });
    expect(await codeOf(call)).toBe('provider_error');
  });

  test('a key of the page takes no PIN and code from elsewhere', async () => {
    bench = await cscBench();
    const call = bench.signer.sign(documents(), { account: MARIA, password: 'x', otp: '000000' });
    expect(await codeOf(call)).toBe('provider_error');
    expect(bench.simulator.calls('credentials/authorize')).toBe(0);
  });

  test('a key that is disabled, and too many documents, are known before anybody is sent away', async () => {
    bench = await cscBench({ change: () => ({ multisign: 2 }) });
    expect(await codeOf(journey(documents(3)))).toBe('too_many_items');
    bench.simulator.setEnabled(idOf(MARIA), false);
    expect(await codeOf(journey(documents(2)))).toBe('no_key');
  });

  test('a service without a page says so', async () => {
    bench = await cscBench({ authType: ['basic'] });
    const call = bench.signer.authorizationUrl(ELENI, [item('a', 'ecdsa-p256-sha256')], {
      state: 's',
      codeChallenge: proofKey().codeChallenge,
      redirectUri,
    });
    expect(await codeOf(call)).toBe('provider_error');
  });
});
