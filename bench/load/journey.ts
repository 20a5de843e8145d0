import type { DemoAccount } from '../../e2e/demo.ts';
import { login, upload } from '../server.ts';
import { presentOtp } from './otp.ts';

/** The steps of one person's way through the product, in order. */
export const STEPS = [
  'sign in',
  'ping',
  'upload',
  'read document',
  'fetch for review',
  'sign',
  'fetch signed',
  'history',
  'sign out',
] as const;
export type Step = (typeof STEPS)[number];

/** Told of each step: milliseconds, or what went wrong. */
export type Told = (step: Step, ms: number, failure?: string) => void | Promise<void>;

/** Runs `work` and tells how long it took; undefined, told, where it failed. */
async function step<T>(told: Told, name: Step, work: () => Promise<T>): Promise<T | undefined> {
  const begun = performance.now();
  try {
    const value = await work();
    await told(name, performance.now() - begun);
    return value;
  } catch (error) {
    await told(name, performance.now() - begun, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function call(url: string, init: RequestInit = {}): Promise<ArrayBuffer> {
  const answer = await fetch(url, init);
  const body = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.status} ${Buffer.from(body).toString('utf8', 0, 200)}`);
  return body;
}

const json = (body: ArrayBuffer): unknown => JSON.parse(Buffer.from(body).toString('utf8'));

/** Of 10.0.0.0/8, by the number in the name: everybody comes from an address of their own. */
export function addressOf({ username }: DemoAccount): string {
  const number = Number(username.replace(/\D/gu, ''));
  return `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`;
}

/** One document from sign-in to sign-out; a step that fails ends it. `pause` is between what people do. */
export async function journey(
  url: string,
  account: DemoAccount,
  document: Buffer,
  told: Told,
  pause: () => Promise<void>,
): Promise<void> {
  const place = { 'x-forwarded-for': addressOf(account) };
  const session = await step(told, 'sign in', () => login({ url }, account, place));
  if (session === undefined) return;
  const headers = { authorization: `Bearer ${session}`, ...place };
  const get = (path: string) => call(url + path, { headers });
  await step(told, 'ping', () => call(`${url}/api/ping?sessionId=${session}`));
  await pause();
  const uploaded = await step(told, 'upload', () => upload({ url }, session, [document]));
  if (uploaded !== undefined)
    await signOne(url, account, headers, (uploaded as { document: string }).document);
  await step(told, 'history', () => get('/api/history?page=1&size=25'));
  await step(told, 'sign out', () => call(`${url}/api/logout`, { method: 'POST', headers }));

  async function signOne(
    origin: string,
    { username, password }: DemoAccount,
    authorization: Record<string, string>,
    id: string,
  ): Promise<void> {
    await step(told, 'read document', () => get(`/api/documents/${id}`));
    await step(told, 'fetch for review', () => get(`/api/documents/${id}/file`));
    await pause();
    const otp = await presentOtp(account);
    const signed = await step(told, 'sign', async () => {
      const body = JSON.stringify({
        documents: [id],
        username,
        password,
        otp,
        visibility: true,
        reason: 'Έγκριση',
        title: '',
      });
      const answer = json(
        await call(`${origin}/api/sign_document`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...authorization },
          body,
        }),
      ) as { status: string };
      if (answer.status !== 'success') throw new Error(`answered ${answer.status}`);
      return answer;
    });
    if (signed !== undefined) await step(told, 'fetch signed', () => get(`/api/documents/${id}/file`));
  }
}
