import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api, type ErrorAnswer, type HistoryDetail, type SignAnswer } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { type Postgres, startPostgres } from '../storage/support/postgres.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome, totp } from './harness.ts';

let postgres: Postgres;
let home: TestHome;
let servers: RunningServer[];
beforeAll(async () => {
  postgres = await startPostgres();
  home = await testHome({ DATABASE_URL: await postgres.createDatabase() });
  servers = [await startTest(home), await startTest(home)];
}, 120_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.close();
  await home?.remove();
  await postgres?.stop();
});
const [one, two] = [() => servers[0]?.url ?? '', () => servers[1]?.url ?? ''];

describe('two replicas on PostgreSQL', () => {
  test('SGN-2: what one took the other signs', async () => {
    const here = await Person.at(one(), home.accounts[0]);
    const there = new Person(two(), here.account);
    there.sessionId = here.sessionId;
    const id = await here.document(smallPdf());
    const answer = await there.sign<SignAnswer>({ documents: [id], otp: freshCode(home, here.account) });
    expect(answer.body.status).toBe('success');
    expect(Buffer.from(await here.file(id)).toString('latin1')).toContain('/ByteRange');
  });

  test('a code that one used the other refuses', async () => {
    const here = await Person.at(one(), home.accounts[1]);
    const there = new Person(two(), here.account);
    there.sessionId = here.sessionId;
    const ids = [await here.document(smallPdf('a')), await here.document(smallPdf('b'))];
    const otp = freshCode(home, here.account);
    const answers = await Promise.all([
      here.sign<ErrorAnswer>({ documents: ids.slice(0, 1), otp }),
      there.sign<ErrorAnswer>({ documents: ids.slice(1), otp }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('PWD-1 PWD-2: of two changes at once on both one wins; sessions on both end, and both sign with the new password', async () => {
    const account = home.accounts[3];
    const here = await Person.at(one(), account);
    const there = await Person.at(two(), account);
    const oldPassword = here.account.password;
    const wanted = ['Fresh-Passw0rd1', 'Fresh-Passw0rd2'];
    const answers = await Promise.all(
      [here, there].map((person, at) =>
        person.post(api.changePassword, {
          oldPassword,
          newPassword: wanted[at],
          confirmPassword: wanted[at],
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 400]);
    const [winner, loser] = statuses[0] === 200 ? [here, there] : [there, here];
    expect((await loser.get(`${api.ping}?sessionId=${loser.sessionId}`)).status).toBe(401);
    expect((await winner.get(`${api.ping}?sessionId=${winner.sessionId}`)).status).toBe(204);
    here.account.password = wanted[statuses[0] === 200 ? 0 : 1] ?? '';
    for (const url of [one(), two()]) {
      const person = await Person.at(url, account);
      const id = await person.document(smallPdf());
      const answer = await person.sign<SignAnswer>({ documents: [id], otp: freshCode(home, person.account) });
      expect(answer.body.status).toBe('success');
    }
  });

  test('a pair of codes that one resynchronised with the other refuses', async () => {
    home.advance(60 * 30_000);
    const here = await Person.at(one(), home.accounts[1]);
    const there = new Person(two(), here.account);
    there.sessionId = here.sessionId;
    const [otp1, otp2] = [4, 5].map((step) => totp(here.account.totpSecret, home.clock() + step * 30_000));
    const body = { password: here.account.password, otp1, otp2 };
    const answers = await Promise.all([here, there].map((person) => person.post(api.resyncOtp, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  test('SES-5: five failures lock on both', async () => {
    const account = home.accounts[2];
    for (let i = 0; i < 5; i++) {
      const person = new Person(
        i % 2 ? one() : two(),
        account ?? { username: '', password: '', totpSecret: '' },
      );
      const { status } = await person.post('/api/login', { username: account?.username, password: 'wrong' });
      expect(status).toBe(400);
    }
    for (const url of [one(), two()]) {
      const person = new Person(url, account ?? { username: '', password: '', totpSecret: '' });
      const { username, password } = person.account;
      expect((await person.post('/api/login', { username, password })).status).toBe(423);
    }
  });

  test('20 letters a day are exact on both together, and each leaves once', async () => {
    const here = await Person.at(one(), home.accounts[0]);
    const there = new Person(two(), here.account);
    there.sessionId = here.sessionId;
    const document = await here.document(smallPdf());
    expect((await here.sign({ documents: [document], otp: freshCode(home, here.account) })).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? here : there).post(api.send, { document, to: `n${n}@example.gr` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    const sent = async () => {
      const { body } = await there.get<HistoryDetail>(api.historyRow(document));
      return body.sends.filter(({ state }) => state === 'sent').length;
    };
    await vi.waitFor(async () => expect(await sent()).toBe(20), { timeout: 30_000, interval: 100 });
    const folder = join(home.environment.WEBSIGN_DATA ?? '', 'mail');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    expect(letters.filter((text) => /^To: n\d+@example\.gr\r$/m.test(text))).toHaveLength(20);
  });
});
