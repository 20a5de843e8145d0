import { expect, test } from 'vitest';
import { UploadDesk, uploadTurns } from '../../src/services/upload-desk.ts';

const quota = { documents: 3, bytes: 100 };
const nothing = { documents: 0, bytes: 0 };
const hour = 60 * 60_000;

/** A desk whose clock the test moves. */
function desk() {
  let now = 0;
  const made = new UploadDesk(quota, uploadTurns, () => now);
  return {
    desk: made,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a turn is waited for so long and no longer', async () => {
  const { turns } = new UploadDesk(quota, { ...uploadTurns, waitMs: 50 });
  const place = { turn: 'new', owner: 'maria', signal: undefined } as const;
  await turns.enter(place);
  await turns.enter(place);
  await expect(turns.enter(place)).rejects.toMatchObject({ code: 'busy' });
  expect(uploadTurns.waitMs).toBeLessThan(60_000);
});

test('what uploads of one signer have stored counts for all of them, and for nobody else', () => {
  const { desk: one } = desk();
  const first = one.share('maria', { documents: 1, bytes: 10 });
  expect(first.room()).toBe(90);
  first.receive(20);
  first.store();
  expect(first.room()).toBe(70);
  const second = one.share('maria', { documents: 1, bytes: 10 });
  second.receive(30);
  second.store();
  expect([first.room(), second.room(), one.share('nikos', nothing).room()]).toEqual([0, 0, 100]);
});

test('what arrives counts for other requests before it is stored, and no longer where it is not', () => {
  const { desk: one } = desk();
  const first = one.share('maria', nothing);
  const second = one.share('maria', nothing);
  first.receive(60);
  expect(second.room()).toBe(40);
  second.receive(50);
  expect([first.room(), second.room()]).toEqual([-10, -10]);
  second.drop(50);
  first.store();
  expect(second.room()).toBe(40);
});

test('what has its row is the database’s to count; what has none counts until a sweep has surely taken it', () => {
  const { desk: one, pass } = desk();
  const recorded = one.share('maria', nothing);
  for (const bytes of [20, 30]) {
    recorded.receive(bytes);
    recorded.store();
  }
  recorded.record(20);
  recorded.end();
  expect(one.share('maria', nothing).room()).toBe(70);
  pass(2 * hour - 1);
  expect(one.share('maria', nothing).room()).toBe(70);
  pass(1);
  expect(one.share('maria', nothing).room()).toBe(100);
});

test('accounts that never come back are forgotten with what they left', () => {
  const { desk: one, pass } = desk();
  for (const account of ['maria', 'nikos', 'eleni']) {
    const cut = one.share(account, nothing);
    cut.receive(20);
    cut.store();
    cut.end();
  }
  const waits = one.share('petros', nothing);
  expect(one.accounts).toBe(4);
  pass(2 * hour);
  one.share('eleni', nothing).end();
  expect(one.accounts).toBe(1);
  waits.end();
  expect(one.accounts).toBe(0);
});
