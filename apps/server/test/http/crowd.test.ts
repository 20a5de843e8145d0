import { api, type ErrorAnswer } from '@websign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';

/** So few that they are over long before anybody has waited too long, on whatever machine. */
const evaluated = 10;
const logins = 400;
let home: TestHome;
let server: RunningServer;
beforeAll(async () => {
  home = await testHome({ ADDRESS_FAILURES: String(evaluated) });
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
  const begunAt = performance.now();
  const told: number[] = [];
  const crowd = Promise.all(
    Array.from({ length: logins }, async (_, n) => {
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
  const wholeMs = performance.now() - begunAt;
  expect(told.filter((status) => status === 400)).toHaveLength(evaluated);
  expect(told.filter((status) => status === 429)).toHaveLength(logins - evaluated);
  for (const { status, body } of answers)
    if (status === 429) expect(body.error.retryAfter).toBeGreaterThan(0);
  // Whoever finds no room is told at once, before the last is evaluated; storage/contract/attempts.ts counts them.
  expect(told.indexOf(429)).toBeLessThan(told.lastIndexOf(400));
  expect(Math.max(...waits)).toBeLessThan(wholeMs / 2);
}, 120_000);
