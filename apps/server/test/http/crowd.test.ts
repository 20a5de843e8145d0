import { api, type ErrorAnswer } from '@websign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';

let home: TestHome;
let server: RunningServer;
beforeAll(async () => {
  home = await testHome({ ADDRESS_FAILURES: '20' });
  server = await startTest(home);
});
afterAll(async () => {
  await server.close();
  await home.remove();
});

test('four hundred logins at once of one address stall nobody who is signed in, and each is answered', async () => {
  const maria = await Person.at(server.url, home.accounts[0]);
  const stranger = new Person(server.url, { username: '', password: '', totpSecret: '' });
  let over = false;
  const told: number[] = [];
  const crowd = Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      const answer = await stranger.post<ErrorAnswer>(api.login, { username: `name${n}`, password: 'wrong' });
      told.push(answer.status);
      return answer;
    }),
  ).finally(() => {
    over = true;
  });
  const waits: number[] = [];
  while (!over) {
    const begun = performance.now();
    await maria.get(`${api.ping}?sessionId=${maria.sessionId}`);
    waits.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const answers = await crowd;
  expect(told.filter((status) => status === 400)).toHaveLength(20);
  expect(told.filter((status) => status === 429)).toHaveLength(380);
  for (const { status, body } of answers)
    if (status === 429) expect(body.error.retryAfter).toBeGreaterThan(0);
  // One looks, a hundred wait behind it, and whoever finds no room is told at once, long before the last is evaluated.
  expect(told.lastIndexOf(400)).toBeGreaterThan(200);
  expect(Math.max(...waits)).toBeLessThan(2000);
}, 60_000);
