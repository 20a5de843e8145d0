import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorAnswer, SignAnswer } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { Person } from '../http/harness.ts';
import type { Replica } from './support/replica.ts';
import { servedBy } from './support/served.ts';

const pair = servedBy(2, 8);
const { at, signedIn, uploaded, signatures } = pair;
const [one, two] = [() => pair.replica(0), () => pair.replica(1)];

const until = (said: string, replica: Replica) =>
  expect.poll(() => replica.ready(), { timeout: 30_000, interval: 250 }).toBe(said);

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work, performance.now() - began];
};

const login = ({ url }: Replica, username: string, password: string) =>
  new Person(url, { username, password, totpSecret: '' }).post('/api/login', { username, password });

describe('the database away', () => {
  test.each([
    { fault: 'its connections cut', who: 0, begin: () => pair.place.wire.cut() },
    { fault: 'hanging', who: 1, begin: () => pair.place.wire.hang() },
  ])(
    '$fault: a clear answer in bounded time, /readyz says so, and all goes on without a restart',
    {
      timeout: 120_000,
    },
    async ({ who, begin }) => {
      const maria = await signedIn(who);
      const { username, password } = maria.person.account;
      const [signed, waiting] = [await uploaded(maria), await uploaded(maria)];
      const otp = await maria.code();
      for (const { logged } of pair.replicas()) logged.splice(0);
      begin();
      // What hangs is given up while the database is still away.
      const [answers, ms] = await timed(
        Promise.all([
          maria.person.sign<ErrorAnswer>({ documents: [waiting], otp }),
          at(two(), maria).upload([{ name: 'a.pdf', bytes: new Uint8Array(100) }], '1'),
          login(two(), username, password),
        ]),
      );
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect(answers[0].body.error.code).toBe('busy');
      expect(answers[0].headers.get('retry-after')).toBe('5');
      expect(answers[1].body).toMatchObject({ status: 'error', code: 'busy', document: null });
      expect(ms).toBeLessThan(60_000);
      for (const replica of pair.replicas()) await until('storage', replica);
      // The workers look every five seconds, and say so once.
      await sleep(6_000);
      for (const { logged } of pair.replicas()) expect(logged.length).toBeLessThan(25);
      pair.place.wire.heal();
      for (const replica of pair.replicas()) await until('ready', replica);
      const person = at(two(), maria);
      const after = await person.sign<SignAnswer>({ documents: [waiting], otp: await maria.code() });
      expect(after.status).toBe(200);
      expect([await signatures(person, waiting), await signatures(person, signed)]).toEqual([1, 0]);
    },
  );

  test('in the middle of a signature: no half state, the next try signs, and the outbox goes on', {
    timeout: 90_000,
  }, async () => {
    const maria = await signedIn(2);
    const id = await uploaded(maria);
    const otp = await maria.code();
    pair.place.tsa.hangs = true;
    const { asked } = pair.place.tsa;
    const signing = maria.person.sign<ErrorAnswer>({ documents: [id], otp });
    await expect.poll(() => pair.place.tsa.asked, { timeout: 30_000 }).toBeGreaterThan(asked);
    pair.place.wire.cut();
    pair.place.tsa.hangs = false;
    expect((await signing).status).toBe(503);
    pair.place.wire.heal();
    for (const replica of pair.replicas()) await until('ready', replica);
    expect(await signatures(maria.person, id)).toBe(0);
    const letters = pair.place.mail.letters.length;
    expect((await maria.sign(id))?.status).toBe(200);
    await expect.poll(() => pair.place.mail.letters.length, { timeout: 30_000 }).toBeGreaterThan(letters);
  });
});

describe('a time-stamp authority that says nothing', () => {
  test('costs the signature, in bounded time and its own words, and the next one works', {
    timeout: 120_000,
  }, async () => {
    const maria = await signedIn(3);
    const id = await uploaded(maria);
    const otp = await maria.code();
    pair.place.tsa.hangs = true;
    const [answer, ms] = await timed(maria.person.sign<ErrorAnswer>({ documents: [id], otp }));
    pair.place.tsa.hangs = false;
    expect([answer.status, answer.body.error.code]).toEqual([503, 'timestamp_unavailable']);
    expect(ms).toBeLessThan(20_000);
    expect(await signatures(maria.person, id)).toBe(0);
    const again = async () => (await maria.sign(id))?.status;
    await expect.poll(again, { timeout: 90_000, interval: 1000 }).toBe(200);
    expect(await signatures(maria.person, id)).toBe(1);
  });
});

describe('SES-5 SES-4: a clock that jumps', () => {
  test.each([
    { way: 'forward', who: 4, ms: 6 * 60_000 },
    { way: 'back', who: 5, ms: -6 * 60_000 },
  ])(
    '$way: its replica is not ready and judges no code; locks and sessions stay as they are',
    {
      timeout: 60_000,
    },
    async ({ who, ms }) => {
      const maria = await signedIn(who);
      const id = await uploaded(maria);
      const { username = '', password = '' } = pair.place.accounts[who + 2] ?? {};
      for (let i = 0; i < 5; i++) expect((await login(one(), username, 'wrong')).status).toBe(400);
      one().jump(ms);
      await until('clock', one());
      expect((await login(one(), username, password)).status).toBe(423);
      const { sessionId } = maria.person;
      expect((await maria.person.get(`/api/ping?sessionId=${sessionId}`)).status).toBe(204);
      const otp = await maria.code();
      const refused = await maria.person.sign<ErrorAnswer>({ documents: [id], otp });
      expect([refused.status, refused.body.error.code]).toEqual([503, 'busy']);
      expect(await two().ready()).toBe('ready');
      const there = await at(two(), maria).sign<SignAnswer>({ documents: [id], otp });
      expect(there.status).toBe(200);
      one().jump(0);
      await until('ready', one());
      const next = await uploaded(maria);
      expect((await maria.sign(next))?.status).toBe(200);
    },
  );
});
