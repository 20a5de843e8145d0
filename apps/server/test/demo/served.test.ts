import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTimeStampResponse, createTimeStampRequest, parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { timeStampClient } from '@websign/providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/main.ts';
import { newFolder } from './place.ts';

const ports = nodePorts();

describe('the demonstration as a server', () => {
  const { dataFolder, remove } = newFolder();
  const logged: string[] = [];
  let server: RunningServer;
  beforeAll(async () => {
    const environment = { PORT: '0', WEBSIGN_DATA: dataFolder, OPERATIONS_PORT: 'off' };
    server = await startServer({
      demo: true,
      environment,
      logTo: { write: (line) => void logged.push(line) },
    });
  });
  afterAll(async () => {
    await server.close();
    remove();
  });

  const post = (type: string, body: Uint8Array) =>
    fetch(`${server.url}/demo/tsa`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from(body),
    });

  test('listens on this machine only and logs no secret', () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    const accounts = JSON.parse(readFileSync(join(dataFolder, 'demo-accounts.json'), 'utf8'));
    for (const { password, totpSecret } of accounts)
      for (const secret of [password, totpSecret]) expect(logged.join('')).not.toContain(secret);
  });

  test('its time-stamp authority answers the HTTP client, and its answer passes the full check', async () => {
    const request = createTimeStampRequest({
      digest: ports.digest('SHA-256', Buffer.from('bytes')),
      algorithm: 'SHA-256',
      nonce: randomBytes(16),
      certReq: true,
    });
    const pem = readFileSync(join(dataFolder, 'demo/root-ca.pem'), 'latin1').replace(/-----[^-]+-----/g, '');
    const anchors = [parseCertificate(new Uint8Array(Buffer.from(pem, 'base64')))];
    const client = timeStampClient({ servers: [{ url: `${server.url}/demo/tsa` }] });
    const { info } = await client.ask(request.der, (response) =>
      checkTimeStampResponse(response, request, { anchors, at: Date.now() }, ports),
    );
    expect(Math.abs(info.genTime - Date.now())).toBeLessThan(60_000);
  });

  test('refuses other content types and bodies that are too large; nonsense gets a rejection', async () => {
    const refused = [
      await post('application/json', Buffer.from('{}')),
      await post('application/timestamp-query', Buffer.alloc(16 * 1024 + 1)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    const nonsense = await post('application/timestamp-query', Buffer.from('nonsense'));
    expect(nonsense.status).toBe(200);
    expect(nonsense.headers.get('content-type')).toBe('application/timestamp-reply');
  });
});
