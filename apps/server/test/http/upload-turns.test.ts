import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadTurns } from '../../src/services/upload-desk.ts';
import { type Person, smallPdf } from './harness.ts';
import { type HeldUpload, holdUpload } from './held-upload.ts';
import { served } from './served.ts';

const at = served();
const { slotsEach, queueEach } = uploadTurns;
/** Longer than a small upload takes that need not wait. */
const whileMs = 1500;

let maria: Person;
let nikos: Person;
const held: HeldUpload[] = [];
beforeEach(async () => {
  maria = await at.person(0);
  nikos = await at.person(1);
});
afterEach(async () => {
  for (const upload of held.splice(0)) upload.cut();
  // Nothing of it is left to wait for.
  await expect
    .poll(async () => (await maria.upload([{ name: 'a.pdf', bytes: smallPdf() }])).status)
    .toBe(200);
});

const hold = (person = maria) => {
  const upload = holdUpload(person, smallPdf());
  held.push(upload);
  return upload;
};
async function holdAll(): Promise<HeldUpload[]> {
  const uploads = Array.from({ length: slotsEach }, () => hold());
  await sleep(300);
  return uploads;
}
/** What an upload comes to within so many milliseconds; `waits` where nothing does. */
const soon = (answer: Promise<{ status: number; code?: string | null }>, ms = whileMs) =>
  Promise.race([answer.then(({ status, code }) => `${status} ${code}`), sleep(ms, 'waits')]);
const small = (person = maria) => {
  const answer = person
    .upload([{ name: 'small.pdf', bytes: smallPdf() }])
    .then(({ status, body }) => ({ status, code: body.code }));
  answer.catch(() => undefined);
  return answer;
};

describe('uploads of one signer at once', () => {
  test('a third waits until one of two is answered; another signer does not', async () => {
    const [first] = await holdAll();
    const third = small();
    expect(await soon(third)).toBe('waits');
    expect(await soon(small(nikos), 10_000)).toBe('200 null');
    expect(await first?.finish()).toEqual({ status: 200, code: null });
    expect(await soon(third, 10_000)).toBe('200 null');
  });

  test('a connection that is cut gives its turn on', async () => {
    const [first] = await holdAll();
    const third = small();
    expect(await soon(third, 500)).toBe('waits');
    first?.cut();
    expect(await soon(third, 10_000)).toBe('200 null');
  });

  test('so many wait, one more is told that the service is busy, and one that waits and is cut makes room', async () => {
    await holdAll();
    const waiting = Array.from({ length: queueEach }, () => hold());
    await sleep(300);
    expect(await soon(small(), 10_000)).toBe('503 busy');
    waiting[3]?.cut();
    await sleep(300);
    const last = small();
    expect(await soon(last)).toBe('waits');
    expect(await soon(small(), 10_000)).toBe('503 busy');
    for (const upload of [...held]) upload.cut();
    expect(await soon(last, 10_000)).toBe('200 null');
  });

  test('one that waits with a file of many octets gives up its turn as soon as it is cut', async () => {
    const [first, second] = await holdAll();
    const large = holdUpload(maria, Buffer.alloc(8 * 1024 * 1024, 120));
    held.push(large);
    await sleep(300);
    const last = small();
    large.cut();
    await first?.finish();
    await second?.finish();
    expect(await soon(last, 10_000)).toBe('200 null');
  });
});
