import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundedPool } from '../../src/storage/sql/pool.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { startWire, type Wire } from './support/wire.ts';

let postgres: Postgres;
let wire: Wire;
beforeAll(async () => {
  postgres = await startPostgres();
  wire = await startWire(await postgres.createDatabase());
});
afterAll(async () => {
  await wire?.close();
  await postgres?.stop();
});

const open = (change: object = {}) => {
  const errors: Error[] = [];
  const pool = boundedPool({
    connectionString: wire.url,
    ...{ max: 1, mostWaiting: 2, connectionTimeoutMillis: 300, query_timeout: 300 },
    onError: (error) => void errors.push(error),
    ...change,
  });
  return { pool, errors };
};

describe('the pool of connections', () => {
  test('does not wait for a silent database, neither for an answer nor behind one, and goes on with a new connection', async () => {
    const { pool } = open();
    const client = await pool.connect();
    wire.hang();
    await expect(client.query('select 1', [])).rejects.toThrow('timeout');
    // What follows on that connection fails at once.
    await expect(client.query('rollback', [])).rejects.toThrow('timeout');
    client.release();
    await expect(pool.connect()).rejects.toThrow('timeout');
    wire.heal();
    const next = await pool.connect();
    expect((await next.query<{ one: number }>('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    next.release();
    await pool.end();
  });

  test('lets a bounded number wait', async () => {
    const { pool } = open();
    const client = await pool.connect();
    const waiting = [1, 2].map(() => pool.connect().catch((error: Error) => error.message));
    await expect(pool.connect()).rejects.toMatchObject({ code: 'busy' });
    expect(await Promise.all(waiting)).toEqual([
      expect.stringContaining('timeout'),
      expect.stringContaining('timeout'),
    ]);
    client.release();
    await pool.end();
  });

  test('outlives connections that are lost between two statements, and while idle', async () => {
    const { pool, errors } = open();
    const client = await pool.connect();
    await client.query('begin', []);
    wire.cut();
    await expect
      .poll(() =>
        client.query('select 1', []).then(
          () => 'answered',
          () => 'lost',
        ),
      )
      .toBe('lost');
    client.release();
    wire.heal();
    const next = await pool.connect();
    next.release();
    wire.cut();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    wire.heal();
    (await pool.connect()).release();
    await pool.end();
  });

  test('gives up a server that never says a word', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const { pool } = open({ connectionString: `postgres://websign@127.0.0.1:${port}/x` });
    await expect(pool.connect()).rejects.toThrow('timeout');
    await pool.end();
    for (const socket of sockets) socket.destroy();
    mute.close();
  });
});
