import { api, type LoginAnswer } from '@websign/contract';
import type { Demo, DemoAccount } from './demo.ts';

/** A session of each signer of each server, to forget by. */
const sessions = new Map<string, string>();

async function enter(demo: Demo, { username, password }: DemoAccount): Promise<string> {
  const answer = await fetch(`${demo.url}${api.login}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`${username} is not let in: ${answer.status}`);
  return ((await answer.json()) as LoginAnswer).signer.SessionId.String;
}

/**
 * Has the server forget what it remembers of the signer's last signing (SGN-11): tests that share a server begin each as
 * a new signer does.
 */
export async function forgetSigner(demo: Demo, signer: DemoAccount): Promise<void> {
  const key = `${demo.url} ${signer.username}`;
  const ask = async (session: string) => {
    const headers = { authorization: `Bearer ${session}` };
    return (await fetch(`${demo.url}${api.preferences}`, { method: 'DELETE', headers })).status;
  };
  const known = sessions.get(key);
  if (known !== undefined && (await ask(known)) === 204) return;
  const session = await enter(demo, signer);
  sessions.set(key, session);
  const status = await ask(session);
  if (status !== 204) throw new Error(`nothing was forgotten: ${status}`);
}
