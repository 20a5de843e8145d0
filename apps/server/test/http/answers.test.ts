import { connect, type Socket } from 'node:net';
import { api, type GroupAnswer } from '@websign/contract';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';

const DOCUMENTS = 14;
/** A document of which half a megabyte of JSON is told: the name of a field. */
const wordy = () =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      catalog: '/AcroForm<</Fields[100 0 R]>>',
      pages: [{ entries: '/Annots[100 0 R]' }],
      more: [
        {
          number: 100,
          body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(${'n'.repeat(500_000)})/Rect[10 10 90 40]/F 4/P 4 0 R>>`,
        },
      ],
    }),
  });

let home: TestHome;
let server: RunningServer;
let maria: Person;
let nikos: Person;
beforeAll(async () => {
  home = await testHome();
  server = await startTest(home);
  maria = await Person.at(server.url, home.accounts[0]);
  nikos = await Person.at(server.url, home.accounts[1]);
  const bytes = wordy();
  const files = Array.from({ length: DOCUMENTS }, (_, at) => ({ name: `${at}.pdf`, bytes }));
  const { status } = await maria.upload(files, '78');
  expect(status).toBe(200);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

/** A request whose answer begins to arrive and is read no further. */
async function unread(path: string, answered: Set<Socket>): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.once('readable', () => answered.add(socket));
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${maria.authorization.authorization}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

test('a group is told whole, in the order of upload', async () => {
  const { body, headers } = await maria.get<GroupAnswer>(api.group('78'));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body.groupId).toBe('78');
  expect(body.documents.map(({ name }) => name)).toEqual(
    Array.from({ length: DOCUMENTS }, (_, at) => `${at}.pdf`),
  );
  expect(body.documents[0]?.emptyFields[0]?.name).toHaveLength(500_000);
});

test('large answers that nobody reads do not fill the memory, and keep no other signer waiting', async () => {
  const answered = new Set<Socket>();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => unread(api.group('78'), answered)));
  await expect.poll(() => answered.size, { timeout: 30_000 }).toBe(2);
  const began = performance.now();
  expect((await nikos.get(api.history)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(5000);
  expect(answered.size).toBe(2);
  // Whoever leaves makes room for the next.
  for (const socket of answered) socket.destroy();
  await expect.poll(() => answered.size, { timeout: 30_000 }).toBe(4);
  for (const socket of sockets) socket.destroy();
  expect((await maria.get(api.group('78'))).status).toBe(200);
});

test('requests that wait behind another of their connection leave with it', async () => {
  const { hostname, port } = new URL(server.url);
  const request = `GET ${api.group('78')} HTTP/1.1\r\nHost: x\r\nAuthorization: ${maria.authorization.authorization}\r\n\r\n`;
  for (let round = 0; round < 3; round++) {
    const socket = connect(Number(port), hostname);
    socket.write(request.repeat(4));
    await new Promise((resolve) => socket.once('readable', resolve));
    socket.destroy();
  }
  expect((await maria.get(api.group('78'))).status).toBe(200);
});
