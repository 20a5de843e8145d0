import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { api } from '@websign/contract';
import { expect, test } from 'vitest';
import { openStorage } from '../../src/storage/index.ts';
import { Person } from './harness.ts';
import { served } from './served.ts';

const place = served();

test('SES-5: each sign-in stands in the audit log, right or wrong, known or unknown, and no password does', async () => {
  const [maria] = place.home.accounts;
  const person = await place.person(0);
  const stranger = new Person(place.url, { username: 'nobody', password: 'Wr0ng!password', totpSecret: '' });
  for (const username of [maria?.username, 'nobody'])
    await stranger.post(api.login, { username, password: stranger.account.password });
  await person.post(api.logout, {});
  // Refused ones are counted for five minutes first.
  place.home.advance(11 * 60_000);
  const storage = await openStorage({
    dataFolder: place.home.environment.WEBSIGN_DATA ?? '',
    nameKey: randomBytes(32),
    clock: place.home.clock,
  });
  try {
    const id = (await storage.accounts.findByUsername(maria?.username ?? ''))?.id;
    await storage.audit.sweep();
    const rows = [];
    for await (const row of storage.audit.export()) rows.push(row);
    expect(rows.map(({ kind, accountId }) => [kind, accountId])).toEqual(
      expect.arrayContaining([
        ['login', id],
        ['login_refused', id],
        ['login_refused', null],
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain(stranger.account.password);
  } finally {
    await storage.close();
  }
});

test('TRACE and CONNECT give nothing back', async () => {
  const { hostname, port } = new URL(place.url);
  for (const [method, target] of [
    ['TRACE', '/'],
    ['TRACE', api.config],
    ['CONNECT', 'sign.example:443'],
  ]) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: sign.example\r\nX-Told: mark\r\nConnection: close\r\n\r\n`,
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    await once(socket, 'close');
    expect(answer).toMatch(/^(HTTP\/1\.1 40[045] |$)/);
    expect(answer).not.toContain('mark');
  }
});
