import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Blobs } from '../../../src/storage/index.ts';
import { all } from '../support/storages.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* chunks(...parts: (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** What every blob store must do. `damage` changes stored bytes behind its back; `remains` counts all it holds. */
export function blobsContract(
  open: () => Promise<Blobs>,
  damage: (blobs: Blobs, sha256: string, bytes: Uint8Array) => Promise<void>,
  remains: (blobs: Blobs) => Promise<number>,
): void {
  it('counts, hashes and gives back bytes and streams', async () => {
    const blobs = await open();
    for (const size of [0, 1, 65_537, 3_000_000]) {
      const bytes = randomBytes(size);
      const expected = { sha256: hash(bytes), size };
      expect(await blobs.put(bytes)).toEqual(expected);
      expect(
        await blobs.put(Readable.from([bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)])),
      ).toEqual(expected);
      expect(await blobs.size(expected.sha256)).toBe(size);
      expect(hash(await blobs.read(expected.sha256, { verify: true, size }))).toBe(expected.sha256);
      for (const verify of [true, false]) {
        const read = await blobs.stream(expected.sha256, { verify });
        expect(read.size).toBe(size);
        expect(hash(await buffer(read.stream))).toBe(expected.sha256);
      }
    }
  });

  it('UP-3 a limit holds to the byte and leaves nothing', async () => {
    const blobs = await open();
    const { size } = await blobs.put(chunks('1234', '56'), 6);
    expect(size).toBe(6);
    const before = await remains(blobs);
    let asked = 0;
    const endless = async function* () {
      for (;;) yield Buffer.alloc(++asked && 1000);
    };
    await expect(blobs.put(endless(), 5999)).rejects.toMatchObject({ code: 'too_large' });
    expect(asked).toBe(6);
    await expect(blobs.put(chunks('1234', '567'), 6)).rejects.toMatchObject({ code: 'too_large' });
    await expect(blobs.put(Buffer.alloc(7), 6)).rejects.toMatchObject({ code: 'too_large' });
    await expect(blobs.put(Buffer.alloc(1), 0)).rejects.toMatchObject({ code: 'too_large' });
    expect(await remains(blobs)).toBe(before);
  });

  it('UP-3 leaves a refused stream to its owner to drain', async () => {
    const blobs = await open();
    const source = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(100)));
    const kept = source.iterator({ destroyOnReturn: false });
    await expect(blobs.put(kept, 150)).rejects.toMatchObject({ code: 'too_large' });
    expect(source.destroyed).toBe(false);
    expect((await buffer(source)).length).toBe(9800);
  });

  it('UP-9 a source that breaks leaves nothing', async () => {
    const blobs = await open();
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('connection lost');
    };
    await expect(blobs.put(broken())).rejects.toThrow('connection lost');
    expect(await remains(blobs)).toBe(0);
  });

  it('stores the same bytes once, however many do it at once', async () => {
    const blobs = await open();
    const bytes = randomBytes(200_000);
    const refs = await Promise.all(Array.from({ length: 30 }, () => blobs.put(bytes)));
    expect(new Set(refs.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await remains(blobs)).toBe(1);
    expect(hash(await blobs.read(hash(bytes)))).toBe(hash(bytes));
  });

  it('SGN-10 appends a tail to the unchanged base', async () => {
    const blobs = await open();
    const [base, tail] = [randomBytes(1_000_000), randomBytes(30_000)];
    const { sha256 } = await blobs.put(base);
    const whole = Buffer.concat([base, tail]);
    const result = await blobs.append(sha256, tail);
    expect(result).toEqual({ sha256: hash(whole), size: whole.length });
    expect(hash(await blobs.read(result.sha256))).toBe(hash(whole));
    expect(await blobs.append(sha256, chunks(tail.subarray(0, 9), tail.subarray(9)))).toEqual(result);
    await expect(blobs.append(sha256, tail, whole.length - 1)).rejects.toMatchObject({ code: 'too_large' });
    await expect(blobs.append(hash(tail), tail)).rejects.toMatchObject({ code: 'missing' });
    expect(await remains(blobs)).toBe(2);
  });

  it('notices damage', async () => {
    const blobs = await open();
    const bytes = randomBytes(70_000);
    const { sha256, size } = await blobs.put(bytes);
    const flipped = Buffer.from(bytes);
    flipped[500] = (flipped[500] ?? 0) ^ 1;
    await damage(blobs, sha256, flipped);
    await expect(blobs.read(sha256, { verify: true })).rejects.toMatchObject({ code: 'corrupt' });
    await expect(blobs.append(sha256, bytes)).rejects.toMatchObject({ code: 'corrupt' });
    const streamed = async () => buffer((await blobs.stream(sha256, { verify: true })).stream);
    await expect(streamed()).rejects.toMatchObject({ code: 'corrupt' });
    await damage(blobs, sha256, bytes.subarray(1));
    await expect(blobs.read(sha256, { size })).rejects.toMatchObject({ code: 'corrupt' });
    await expect(blobs.stream(sha256, { size })).rejects.toMatchObject({ code: 'corrupt' });
    await blobs.put(bytes);
    expect(hash(await blobs.read(sha256, { size, verify: true }))).toBe(sha256);
    expect(await remains(blobs)).toBe(1);
  });

  it('takes no name but a SHA-256', async () => {
    const blobs = await open();
    for (const name of ['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, 'a'.repeat(65)]) {
      await expect(blobs.read(name)).rejects.toMatchObject({ code: 'invalid' });
      await expect(blobs.size(name)).rejects.toMatchObject({ code: 'invalid' });
      await expect(blobs.delete(name, Date.now())).rejects.toMatchObject({ code: 'invalid' });
    }
    const absent = 'a'.repeat(64);
    await expect(blobs.read(absent)).rejects.toMatchObject({ code: 'missing' });
    await expect(blobs.stream(absent)).rejects.toMatchObject({ code: 'missing' });
    expect(await blobs.size(absent)).toBeUndefined();
    expect(await blobs.delete(absent, Date.now())).toBe(false);
  });

  it('HIS-2 deletes what is old, spares what was stored again, lists what is there', async () => {
    const blobs = await open();
    const { sha256 } = await blobs.put(Buffer.from('x'));
    const other = await blobs.put(Buffer.from('y'));
    expect(await blobs.delete(sha256, Date.now() - 60_000)).toBe(false);
    expect(await blobs.delete(sha256, Date.now() + 60_000)).toBe(true);
    expect(await blobs.delete(sha256, Date.now() + 60_000)).toBe(false);
    expect(await all(blobs.list())).toEqual([other]);
  });

  it('HIS-2 a blob stored while it is being deleted is there afterwards', async () => {
    const blobs = await open();
    const bytes = randomBytes(1000);
    for (let round = 0; round < 50; round += 1) {
      await blobs.put(bytes);
      const before = Date.now() - 1;
      await Promise.all([
        blobs.delete(hash(bytes), before),
        blobs.put(bytes),
        blobs.delete(hash(bytes), before),
      ]);
      expect(await blobs.size(hash(bytes))).toBe(1000);
    }
    expect(await remains(blobs)).toBe(1);
  });

  it('answers a probe and leaves nothing of it', async () => {
    const blobs = await open();
    await blobs.probe();
    expect(await remains(blobs)).toBe(0);
  });
}
