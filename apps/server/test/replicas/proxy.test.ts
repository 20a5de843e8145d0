import { limits } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { hasProxy, proxies, startProxy } from './support/proxy.ts';
import { servedBy } from './support/served.ts';
import { VirtualSigner } from './support/signer.ts';

const failures = 4;
const pair = servedBy(2, proxies.length, { ADDRESS_FAILURES: String(failures * proxies.length) });

describe('the documented reverse proxies', () => {
  for (const [who, name] of proxies.entries()) {
    const there = hasProxy(name);
    test.skipIf(!there)(
      there ? `${name} passes on what people do` : `skipped: ${name} not installed`,
      {
        timeout: 90_000,
      },
      async () => {
        const ports = [0, 1, 0].map((at) => pair.replica(at).port);
        const proxy = await startProxy(name, ports);
        try {
          const account = pair.place.accounts[who];
          if (!account) throw new Error('no such account');
          const maria = new VirtualSigner(proxy.url, account);
          await maria.signIn();
          const id = await maria.upload();
          expect((await maria.sign(id ?? ''))?.status).toBe(200);

          // UP-3: too large is said by WebSign, in its own words, up to what it reads of a request.
          const tooLarge = [{ name: 'a.pdf', bytes: new Uint8Array(limits.totalBytes + 1024) }];
          const refused = await maria.person.upload(tooLarge);
          expect([refused.status, refused.body.code]).toEqual([413, 'file_too_big']);

          // SES-5: what somebody wrote there does not count as their address; who tries once too often is below.
          for (let i = 0; i < failures; i++) expect(await wrong(proxy.url, `${name}${i}`)).toBe(400);

          // SES-4: neither in the log of requests nor in the one of failures.
          const { sessionId } = maria.person;
          const ping = `/api/ping?sessionId=${sessionId}`;
          expect((await maria.person.get(ping)).status).toBe(204);
          // What a provider's page hands back goes the same way.
          const handed = ['of-the-page', 'of-the-signing'];
          const back = `${proxy.url}/sign/return?code=${handed[0]}&state=${handed[1]}`;
          await fetch(back);
          await pair.replica(1).kill();
          for (let i = 0; i < 4; i++) expect((await maria.person.get(ping)).status).toBe(204);
          await pair.replica(0).kill();
          expect((await maria.person.get(ping)).status).toBeGreaterThanOrEqual(502);
          expect((await fetch(back)).status).toBeGreaterThanOrEqual(502);
          await Promise.all(pair.replicas().map((replica) => replica.start()));
          expect(proxy.logged()).not.toContain(sessionId);
          expect(proxy.logged()).toContain('/api/ping');
          for (const secret of handed) expect(proxy.logged()).not.toContain(secret);
        } finally {
          await proxy.stop();
        }
      },
    );
  }

  test.skipIf(!proxies.every(hasProxy))('SES-5: over all of them one address stays one address', async () => {
    expect(await wrong(pair.replica(0).url, 'once too often', false)).toBe(429);
  });
});

let tried = 0;

/** A wrong login of a name that nobody has, `elsewhere` as if it came from another address each time; its status. */
async function wrong(url: string, username: string, elsewhere = true): Promise<number> {
  tried += 1;
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(elsewhere && { 'x-forwarded-for': `198.51.100.${tried}` }),
    },
    body: JSON.stringify({ username, password: 'wrong' }),
  });
  await response.text();
  return response.status;
}
