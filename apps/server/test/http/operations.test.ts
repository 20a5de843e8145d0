import { expect, test } from 'vitest';
import { openMetrics } from '../../src/http/metrics.ts';
import { buildOperations } from '../../src/http/operations.ts';
import type { Spare } from '../../src/policy/room.ts';
import type { Context } from '../../src/services/context.ts';

const metrics = openMetrics(() => ({ running: 0, waiting: 0, children: 0 }), '1.0.0');

/** What `/readyz` says where the disk of the documents answers so. */
async function readiness(spare: () => Promise<Spare>) {
  const told: unknown[] = [];
  const context = {
    log: { error: (line: unknown) => void told.push(line), warn: (line: unknown) => void told.push(line) },
    config: { SIGNER_SOCKET: '' },
    storage: { health: async () => undefined, skew: () => 0, blobs: { spare } },
  } as unknown as Context;
  const operations = buildOperations(context, metrics, { accepting: () => true });
  const { statusCode, body } = await operations.inject('/readyz');
  await operations.close();
  return { status: statusCode, body: JSON.parse(body), told: told.length };
}

test('a disk that has room is ready, and one without it stays ready', async () => {
  const uploads = async (free: number) => (await readiness(async () => ({ free, floor: 5 }))).body.uploads;
  expect([await uploads(5), await uploads(4)]).toEqual(['open', 'full']);
});

test('a disk that fails, or does not answer, is a storage that is away', async () => {
  const broken = await readiness(() => Promise.reject(new Error('EIO')));
  expect(broken).toEqual({ status: 503, body: { status: 'storage' }, told: 1 });
  const hanging = await readiness(() => new Promise<Spare>(() => undefined));
  expect(hanging).toEqual({ status: 503, body: { status: 'storage' }, told: 1 });
});
