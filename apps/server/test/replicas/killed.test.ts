import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorAnswer, GroupAnswer, SignAnswer } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import type { Replica } from './support/replica.ts';
import { servedBy } from './support/served.ts';

const trio = servedBy(3, 6);
const { at, signedIn, uploaded, signatures } = trio;
const [one, two, three] = [() => trio.replica(0), () => trio.replica(1), () => trio.replica(2)];

/** Begins an upload and never ends it; answers how it ended. */
function halfAnUpload({ port }: Replica, sessionId: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const call = request({ port, host: '127.0.0.1', path: '/api/upload_document', method: 'POST', headers });
    call.on('response', (response) => resolve(`answered ${response.statusCode}`));
    call.on('error', () => resolve('broken'));
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    call.write(field('sessionId', sessionId) + field('groupId', '1'));
    call.write(
      '--x\r\ncontent-disposition: form-data; name="document"; filename="half.pdf"\r\n\r\n%PDF-1.7\n',
    );
    call.write(Buffer.alloc(300_000, 0x20));
  });
}

describe('a replica that is killed', () => {
  test('in the middle of an upload: nothing of it is there, and the other takes it', async () => {
    const maria = await signedIn(1);
    const before = await uploaded(maria);
    const ended = halfAnUpload(one(), maria.person.sessionId);
    await sleep(500);
    await one().kill();
    expect(await ended).toBe('broken');
    const there = at(two(), maria);
    const { body } = await there.get<GroupAnswer>('/api/groups/1');
    expect(body.documents.map(({ id }) => id)).toEqual([before]);
    await one().start();
    expect(await uploaded(maria)).toBeDefined();
  }, 120_000);

  test('before the signature: the code is good still, and another takes it', async () => {
    const maria = await signedIn(2);
    const id = await uploaded(maria);
    one().signer('SIGSTOP');
    const otp = await maria.code();
    const cut = maria.person.sign({ documents: [id], otp }).catch((error: unknown) => error);
    await sleep(1500);
    await one().kill();
    expect(await cut).toBeInstanceOf(TypeError);
    const there = at(two(), maria);
    expect(await signatures(there, id)).toBe(0);
    expect((await there.sign<SignAnswer>({ documents: [id], otp })).status).toBe(200);
    expect(await signatures(there, id)).toBe(1);
    await one().start();
  }, 120_000);
});

// Both mostly wait: for a minute of silence, and for a call that is not answered.
describe.concurrent('after a minute', () => {
  test('killed between signature and record: SGN-8 the document is as it was, and the same request signs it once', async () => {
    const maria = await signedIn(3);
    const id = await uploaded(maria);
    const key = { 'idempotency-key': 'cut off' };
    trio.place.tsa.hangs = true;
    const { asked } = trio.place.tsa;
    const otp = await maria.code();
    const cut = maria.person.sign({ documents: [id], otp }, key).catch((error: unknown) => error);
    await expect.poll(() => trio.place.tsa.asked, { timeout: 30_000, interval: 20 }).toBeGreaterThan(asked);
    await one().kill();
    trio.place.tsa.hangs = false;
    expect(await cut).toBeInstanceOf(TypeError);
    const there = at(two(), maria);
    expect(await signatures(there, id)).toBe(0);
    await one().start();
    // As long as the first may still be at work a repetition waits for it; then one of these goes on, the other waits.
    const again = async (): Promise<number> => {
      const wish = { documents: [id], otp: await maria.code() };
      const answers = await Promise.all([there, maria.person].map((person) => person.sign(wish, key)));
      return Math.min(...answers.map(({ status }) => status));
    };
    await expect.poll(again, { timeout: 150_000, interval: 500 }).toBe(200);
    const told = await maria.person.sign<SignAnswer>({ documents: [id], otp: '000000' }, key);
    expect([told.status, told.body.status]).toEqual([200, 'success']);
    expect(await signatures(there, id)).toBe(1);
  }, 200_000);

  test('a signer process that hangs: the answer is busy, others sign, it is replaced', async () => {
    const maria = await signedIn(0);
    const id = await uploaded(maria);
    const hung = at(three(), maria);
    three().signer('SIGSTOP');
    const began = performance.now();
    const answer = await hung.sign<ErrorAnswer>({ documents: [id], otp: await maria.code() });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'busy']);
    expect(performance.now() - began).toBeLessThan(60_000);
    expect((await maria.sign(id))?.status).toBe(200);
    const next = await uploaded(maria);
    const again = async () => (await hung.sign({ documents: [next], otp: await maria.code() })).status;
    await expect.poll(again, { timeout: 120_000, interval: 1000 }).toBe(200);
    expect(await signatures(hung, next)).toBe(1);
  }, 200_000);
});
