import type { ErrorAnswer, SignAnswer } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { type Postgres, startPostgres } from '../storage/support/postgres.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

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
});
