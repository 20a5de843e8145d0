import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  api,
  type DocumentAnswer,
  type HistoryDetail,
  type SignAnswer,
  type VerifyAnswer,
} from '@websign/contract';
import { parseCertificate } from '@websign/pki';
import { type LongTermWorld, longTermWorld, TEST_NOW, testKey } from '@websign/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import {
  freshCode,
  Person,
  smallPdf,
  startTest,
  type TestAuthorities,
  type TestHome,
  testHome,
  totp,
} from './harness.ts';

let home: TestHome;
let server: RunningServer;
let world: LongTermWorld;
let maria: Person;
/** Milliseconds that the next answer but a time-stamp takes. */
let hanging = 0;

/** The world of long-term signatures, its authorities on loopback under the home's clock. */
async function authorities(origin: string): Promise<TestAuthorities> {
  world = await longTermWorld(origin);
  const { root, issuing, signer } = world;
  return {
    root: root.certificate,
    identity: () => ({
      pkcs8: testKey(signer.key).pkcs8,
      certificate: signer.certificate,
      chain: [signer.certificate, issuing.certificate],
    }),
    answer: (path, body, now) => {
      world.now = now;
      if (path === '/') return world.timeStamp(body);
      home.advance(hanging);
      hanging = 0;
      return world.answer(`${origin}${path}`, body.length === 0 ? undefined : body);
    },
  };
}

async function start(environment: Record<string, string>): Promise<void> {
  home = await testHome(
    {
      SIGNATURE_LEVEL: '',
      LEVEL_FALLBACK: 'later',
      REVOCATION_NETWORKS: '127.0.0.0/8',
      ...environment,
    },
    authorities,
  );
  const trust = join(home.folder, 'trust');
  mkdirSync(trust);
  writeFileSync(join(trust, 'root.der'), world.root.certificate);
  home.environment.TRUST_FOLDER = trust;
  server = await startTest(home);
  maria = await Person.at(server.url, home.accounts[0]);
}
async function stop(): Promise<void> {
  await server?.close();
  await home?.remove();
}

async function sign(
  part: { lock?: boolean; otp?: string } = {},
): Promise<{ id: string; status: number; code: unknown }> {
  const id = await maria.document(smallPdf());
  const answer = await maria.sign<SignAnswer & { error?: { code: string } }>({
    documents: [id],
    ...part,
    otp: part.otp ?? freshCode(home, maria.account),
  });
  return { id, status: answer.status, code: answer.body.error?.code ?? answer.body.status };
}

const standing = async (id: string): Promise<DocumentAnswer> =>
  (await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body;

/** By what the file holds and the authorities answer. */
async function verified(id: string) {
  const form = new FormData();
  form.append(
    'document',
    new Blob([Uint8Array.from(await maria.file(id))], { type: 'application/pdf' }),
    'signed.pdf',
  );
  const answer = await fetch(`${server.url}/api/verify_document`, {
    method: 'POST',
    headers: { authorization: `Bearer ${maria.sessionId}` },
    body: form,
  });
  return ((await answer.json()) as VerifyAnswer).documents[0];
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `it did not come about: ${home.logged
      .filter((line) => !line.includes('"request"'))
      .slice(-12)
      .join('')}`,
  );
}

describe('the level of signatures', () => {
  beforeAll(() => start({}));
  afterAll(stop);
  beforeEach(() => {
    world.away.clear();
    world.status = { status: 'good' };
  });

  test('is B-LT by itself: with validation data that judge it when every authority is away', async () => {
    const { id, code } = await sign();
    expect(code).toBe('success');
    world.away.add('/');
    expect(await verified(id)).toMatchObject({
      verdict: 'valid',
      online: false,
      signatures: [{ level: 'B-LT', indication: 'TOTAL-PASSED', timeProven: true, changesAfter: 'lta' }],
    });
    const { body } = await maria.get<HistoryDetail>(`/api/history/${id}`);
    expect(body.versions).toMatchObject([{ level: 'B-LT' }]);
  });

  test('SGN-5: a code that grew old while the server prepared is not tried, and stays good', async () => {
    const otp = freshCode(home, maria.account);
    hanging = 26_000;
    expect(await sign({ otp })).toMatchObject({ status: 503, code: 'busy' });
    expect(await sign({ otp })).toMatchObject({ status: 200, code: 'success' });
  });

  test('SGN-6: a signature that permits no change takes its validation data along', async () => {
    const { id, code } = await sign({ lock: true });
    expect(code).toBe('success');
    world.away.add('/');
    expect(await verified(id)).toMatchObject({
      verdict: 'valid',
      signatures: [{ level: 'B-LT', covers: 'whole-file', changesAfter: 'none' }],
    });
  });

  test.each(['keyCompromise', 'certificateHold'] as const)(
    'a certificate that is revoked signs nothing: %s',
    async (reason) => {
      world.status = { status: 'revoked', revokedAt: TEST_NOW - 60_000, reason };
      // The answers from before are not asked for again until they end.
      home.advance(25 * 60 * 60_000);
      maria = await Person.at(server.url, home.accounts[0]);
      const { password, totpSecret } = maria.account;
      const otp = freshCode(home, maria.account);
      const otp1 = totp(totpSecret, home.clock() - 30_000);
      const { id, status, code } = await sign({ otp });
      expect([status, code]).toEqual([409, 'certificate_revoked']);
      expect((await standing(id)).state).toBe('ready');
      // The code was not spent: its step is still there to be taken.
      const resync = await maria.post(api.resyncOtp, { password, otp1, otp2: otp });
      expect(resync.status).toBe(204);
    },
  );

  test('SGN-8: a time-stamp that is not to be had now is added later, and the signer is told', async () => {
    home.tsa.answers = false;
    const { id, code } = await sign();
    expect(code).toBe('success');
    expect(await standing(id)).toMatchObject({ state: 'signed', raising: true });
    home.tsa.answers = true;
    home.advance(10 * 60_000);
    await until(async () => !(await standing(id)).raising);
    const document = await verified(id);
    expect(document?.verdict).toBe('valid');
    expect(document?.signatures.find(({ kind }) => kind === 'signature')).toMatchObject({
      level: 'B-LT',
      timeProven: true,
    });
  }, 120_000);

  test('SGN-8: so are validation data', async () => {
    home.advance(25 * 60 * 60_000);
    maria = await Person.at(server.url, home.accounts[0]);
    world.away.add('/ocsp').add('.crl');
    const { id, code } = await sign();
    expect(code).toBe('success');
    const { checksum, raising } = await standing(id);
    expect(raising).toBe(true);
    expect(await verified(id)).toMatchObject({ signatures: [{ level: 'B-T' }] });
    world.away.clear();
    home.advance(10 * 60_000);
    await until(async () => !(await standing(id)).raising);
    const raised = await standing(id);
    expect(raised.checksum).not.toBe(checksum);
    expect(raised.signatures.at(-1)).toMatchObject({ level: 'B-LT' });
    expect(await verified(id)).toMatchObject({ verdict: 'valid', signatures: [{ level: 'B-LT' }] });
  }, 120_000);
});

describe('the level of signatures, where data never come', () => {
  beforeAll(() => start({}));
  afterAll(stop);

  test('SGN-8: what will never be added is promised to nobody any more', async () => {
    world.away.add('/ocsp').add('.crl');
    const { id, code } = await sign();
    expect(code).toBe('success');
    expect(await standing(id)).toMatchObject({ raising: true });
    world.away.clear();
    world.away.add('.crl');
    world.status = { status: 'revoked', revokedAt: TEST_NOW - 60_000, reason: 'keyCompromise' };
    home.advance(10 * 60_000);
    await until(async () => !(await standing(id)).raising);
    expect((await standing(id)).signatures).toMatchObject([{ level: 'B-T' }]);
    expect(home.logged.join('')).toContain('"reason":"revoked"');
  }, 120_000);
});

describe('the level of signatures, by servers that are configured differently', () => {
  beforeAll(() => start({}));
  afterAll(stop);

  test('SGN-8: one that signs at a lower level leaves the promise to others', async () => {
    world.away.add('/ocsp').add('.crl');
    const { id, code } = await sign();
    expect([code, (await standing(id)).raising]).toEqual(['success', true]);
    world.away.clear();
    await server.close();
    server = await startTest(home, { SIGNATURE_LEVEL: 'B-B' });
    maria = await Person.at(server.url, home.accounts[0]);
    home.advance(10 * 60_000);
    await until(async () => home.logged.join('').includes('this server signs at a lower level'));
    expect((await standing(id)).raising).toBe(true);
    await server.close();
    server = await startTest(home);
    maria = await Person.at(server.url, home.accounts[0]);
    home.advance(60 * 60_000);
    maria = await Person.at(server.url, home.accounts[0]);
    await until(async () => !(await standing(id)).raising);
    expect(await verified(id)).toMatchObject({ signatures: [{ level: 'B-LT' }] });
  }, 120_000);
});

describe('the level of signatures, as configured', () => {
  test('is B-LTA where that is asked for', async () => {
    await start({ SIGNATURE_LEVEL: 'B-LTA' });
    try {
      const { id, code } = await sign();
      expect(code).toBe('success');
      const document = await verified(id);
      expect(document).toMatchObject({ verdict: 'valid' });
      const levels = document?.signatures.map(({ kind, level }) => [kind, level]);
      expect(levels).toContainEqual(['signature', 'B-LTA']);
    } finally {
      await stop();
    }
  });

  test('SGN-10: an archive time-stamp is followed by another before its certificate ends', async () => {
    await start({ SIGNATURE_LEVEL: 'B-LTA', KEEP_SIGNED_DAYS: '36500' });
    try {
      const { id } = await sign();
      const timeStamps = async () => {
        maria = await Person.at(server.url, home.accounts[0]);
        return (await verified(id))?.signatures.filter(({ kind }) => kind === 'timestamp').length;
      };
      expect(await timeStamps()).toBe(1);
      const { notAfter } = parseCertificate(world.timeStamping.certificate).validity;
      home.advance(notAfter - 80 * 24 * 60 * 60_000 - home.clock());
      await until(async () => (await timeStamps()) === 2);
      expect(await verified(id)).toMatchObject({ verdict: 'valid' });
    } finally {
      await stop();
    }
  }, 120_000);

  test('SGN-8: where a lower level is not wanted nothing is signed', async () => {
    await start({ LEVEL_FALLBACK: 'refuse' });
    try {
      world.away.add('/ocsp').add('.crl');
      const { id, status, code } = await sign();
      expect([status, code]).toEqual([503, 'level_unavailable']);
      expect((await standing(id)).state).toBe('ready');
    } finally {
      await stop();
    }
  });
});
