import { expect, test } from 'vitest';
import { complaint } from '../src/complaint.ts';

test('a failure that goes on is told once a minute, and that it is over', () => {
  const said: unknown[] = [];
  const log = {
    error: (fields: object) => void said.push(fields),
    info: (fields: object) => void said.push(fields),
  };
  let now = 0;
  const trouble = complaint(log as unknown as Parameters<typeof complaint>[0], 'outbox', () => now);
  const err = new Error('away');
  trouble.over();
  for (; now < 130_000; now += 5_000) trouble.failed(err);
  trouble.over();
  trouble.over();
  trouble.failed(err);
  expect(said).toEqual([{ err }, { err, before: 11 }, { err, before: 11 }, { before: 1 }, { err }]);
});
