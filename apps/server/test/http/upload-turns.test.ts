import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadTurns } from '../../src/services/upload-desk.ts';
import { type Person, smallPdf } from './harness.ts';
import { type HeldUpload, holdUpload } from './held-upload.ts';
import { served } from './served.ts';

const at = served();
const { slotsEach, queueEach } = uploadTurns;
/** Longer than a small upload takes on whatever machine, and shorter than one may wait for its turn. */
const patienceMs = 20_000;

let maria: Person;
let nikos: Person;
const held: HeldUpload[] = [];
beforeEach(async () => {
  maria = await at.person(0);
  nikos = await at.person(1);
});
afterEach(async () => {
  for (const upload of held.splice(0)) upload.cut();
  await stand(0, 0);
});

/** Waits until so many requests have their turn, and so many wait for it. */
const stand = (running: number, waiting: number) =>
  expect
    .poll(turns, { timeout: patienceMs })
    .toEqual([`{state="running"} ${running}`, `{state="waiting"} ${waiting}`]);
async function turns(): Promise<string[]> {
  const metrics = await at.operations('/metrics');
  return [...metrics.matchAll(/^websign_upload_requests(.*)$/gm)].map(([, told = '']) => told);
}

const hold = (person = maria) => {
  const upload = holdUpload(person, smallPdf());
  held.push(upload);
  return upload;
};
async function holdAll(): Promise<HeldUpload[]> {
  const uploads = Array.from({ length: slotsEach }, () => hold());
  await stand(slotsEach, 0);
  return uploads;
}
/** What an upload comes to; `waits` where nothing does in time. */
const soon = (answer: Promise<{ status: number; code?: string | null }>) =>
  Promise.race([answer.then(({ status, code }) => `${status} ${code}`), sleep(patienceMs, 'waits')]);
const small = (person = maria) => {
  const answer = person
    .upload([{ name: 'small.pdf', bytes: smallPdf() }])
    .then(({ status, body }) => ({ status, code: body.code }));
  answer.catch(() => undefined);
  return answer;
};

describe('uploads of one signer at once', { timeout: 60_000 }, () => {
  test('a third waits until one of two is answered; another signer does not', async () => {
    const [first] = await holdAll();
    const third = small();
    await stand(slotsEach, 1);
    expect(await soon(small(nikos))).toBe('200 null');
    await stand(slotsEach, 1);
    expect(await first?.finish()).toEqual({ status: 200, code: null });
    expect(await soon(third)).toBe('200 null');
  });

  test('a connection that is cut gives its turn on', async () => {
    const [first] = await holdAll();
    const third = small();
    await stand(slotsEach, 1);
    first?.cut();
    expect(await soon(third)).toBe('200 null');
  });

  test('so many wait, one more is told that the service is busy, and one that waits and is cut makes room', async () => {
    await holdAll();
    const waiting = Array.from({ length: queueEach }, () => hold());
    await stand(slotsEach, queueEach);
    expect(await soon(small())).toBe('503 busy');
    waiting[3]?.cut();
    await stand(slotsEach, queueEach - 1);
    const last = small();
    await stand(slotsEach, queueEach);
    expect(await soon(small())).toBe('503 busy');
    for (const upload of [...held]) upload.cut();
    expect(await soon(last)).toBe('200 null');
  });

  test('one that waits with a file of many octets gives up its turn as soon as it is cut', async () => {
    const [first, second] = await holdAll();
    const large = holdUpload(maria, Buffer.alloc(8 * 1024 * 1024, 120));
    held.push(large);
    await stand(slotsEach, 1);
    const last = small();
    await stand(slotsEach, 2);
    large.cut();
    await first?.finish();
    await second?.finish();
    expect(await soon(last)).toBe('200 null');
  });
});
