import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FileBlobs } from '../../src/storage/blobs/files.ts';
import { openBlobs } from '../../src/storage/blobs/open.ts';
import type { Blobs } from '../../src/storage/index.ts';
import { blobsContract } from './contract/blobs.ts';
import { type SmallDisk, smallDisk } from './support/small-disk.ts';

const folders = new Map<Blobs, string>();

async function open(): Promise<FileBlobs> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-blobs-'));
  const blobs = await FileBlobs.open(folder);
  folders.set(blobs, folder);
  return blobs;
}

const folderOf = (blobs: Blobs): string => folders.get(blobs) ?? '';
const pathOf = (folder: string, sha256: string): string => join(folder, sha256.slice(0, 2), sha256.slice(2));

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

afterEach(async () => {
  for (const folder of folders.values()) await rm(folder, { recursive: true, force: true });
  folders.clear();
});

describe('file blobs', () => {
  blobsContract(
    open,
    (blobs, sha256, bytes) => writeFile(pathOf(folderOf(blobs), sha256), bytes),
    async (blobs) => (await files(folderOf(blobs))).length,
  );

  it('keeps blobs in shards, readable by nobody else', async () => {
    const blobs = await open();
    const { sha256 } = await blobs.put(Buffer.from('x'));
    const { mode } = await stat(pathOf(folderOf(blobs), sha256));
    expect(mode & 0o777).toBe(0o600);
    expect((await readdir(folderOf(blobs))).length).toBe(257);
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves no file open behind a stream that nobody read',
    async () => {
      const blobs = await open();
      const { sha256 } = await blobs.put(Buffer.from('x'));
      const path = pathOf(folderOf(blobs), sha256);
      const opened = async () => {
        const fds = await readdir('/proc/self/fd');
        const names = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
        return names.filter((name) => name === path).length;
      };
      for (const verify of [true, false]) {
        const { stream } = await blobs.stream(sha256, { verify });
        expect(await opened()).toBe(1);
        stream.destroy();
        await expect.poll(opened).toBe(0);
      }
    },
  );

  it('sweeps at start what crashes left, not what others are writing', async () => {
    const folder = folderOf(await open());
    const run = 'a'.repeat(16);
    const temporary = (name: string) => join(folder, 'tmp', name);
    const names = {
      earlierRun: `${process.pid}-${run}-01`,
      dead: `4194304-${run}-02`,
      alive: `1-${run}-03`,
      aliveButOld: `1-${run}-04`,
      unknown: 'core.123',
    };
    for (const name of Object.values(names)) await writeFile(temporary(name), 'half');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(temporary(names.aliveButOld), longAgo, longAgo);
    await FileBlobs.open(folder);
    expect(await readdir(join(folder, 'tmp'))).toEqual([names.alive]);
  });

  it('sweeps the spools that crashes left with a name', async () => {
    const folder = folderOf(await open());
    const named = (pid: number, letter: string) => `.spool-${pid}-${letter.repeat(16)}`;
    // Of a process that has ended, of one with our number before us, of one that lives, and for how long.
    const [dead, same, alive, old] = [
      named(4194304, 'a'),
      named(process.pid, 'b'),
      named(1, 'c'),
      named(1, 'd'),
    ];
    for (const name of [dead, same, alive, old, '.spooled']) await writeFile(join(folder, name), 'half');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const name of [old, '.spooled']) await utimes(join(folder, name), longAgo, longAgo);
    await openBlobs({ dataFolder: folder }, Date.now);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual(
      [alive, '.spooled'].sort(),
    );
  });

  it('gives a blob back whose deletion a crash cut off', async () => {
    const blobs = await open();
    const folder = folderOf(blobs);
    const { sha256 } = await blobs.put(Buffer.from('kept'));
    const path = pathOf(folder, sha256);
    const aside = join(folder, 'tmp', `4194304-${'b'.repeat(16)}-05-${sha256}`);
    await writeFile(aside, await readFile(path));
    await rm(path);
    const again = await FileBlobs.open(folder);
    expect(Buffer.from(await again.read(sha256, { verify: true })).toString()).toBe('kept');
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  it('copies what the target lacks', async () => {
    const blobs = await open();
    const target = join(folderOf(blobs), '..', `${Date.now()}-copy`);
    try {
      const { sha256 } = await blobs.put(Buffer.from('one'));
      expect(await blobs.copyTo(target)).toBe(1);
      await blobs.put(Buffer.from('two'));
      expect(await blobs.copyTo(target)).toBe(1);
      const copy = await FileBlobs.open(target);
      expect(await copy.size(sha256)).toBe(3);
      // A blob is replaced, never rewritten: what happens to one folder does not reach the other.
      await blobs.delete(sha256, Date.now() + 60_000);
      expect(await copy.size(sha256)).toBe(3);
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  });

  it('says that the folder is away', async () => {
    const blobs = await open();
    await rm(join(folderOf(blobs), 'tmp'), { recursive: true });
    await expect(blobs.put(Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(blobs.probe()).rejects.toMatchObject({ code: 'unavailable' });
    await mkdir(join(folderOf(blobs), 'tmp'));
    await blobs.probe();
  });
});

const disk: SmallDisk | undefined = smallDisk(60);

describe.skipIf(!disk)(disk ? 'the floor of a disk' : 'skipped: no file system may be mounted', () => {
  afterAll(() => disk?.remove());
  const megabyte = 1024 * 1024;
  const folder = join(disk?.folder ?? '', 'blobs');

  it('is a twentieth of a small disk and a gibibyte of a large one, or what is set', async () => {
    const floorOf = async (blobs: FileBlobs) => (await blobs.spare()).floor;
    expect(await floorOf(await FileBlobs.open(folder))).toBe(3 * megabyte);
    expect(await floorOf(await FileBlobs.open(folder, Date.now(), 7 * megabyte))).toBe(7 * megabyte);
    expect(await floorOf(await open())).toBeLessThanOrEqual(1024 * megabyte);
  });

  it('holds for what is accepted; what must be stored goes on below it', async () => {
    const blobs = await FileBlobs.open(folder, Date.now(), 20 * megabyte);
    disk?.fill(18 * megabyte);
    await expect(blobs.accept(Buffer.alloc(1))).rejects.toMatchObject({ code: 'full' });
    const { sha256 } = await blobs.put(Buffer.alloc(megabyte, 1));
    expect((await blobs.append(sha256, Buffer.alloc(megabyte, 2))).size).toBe(2 * megabyte);
    disk?.empty();
    expect((await blobs.accept(Buffer.alloc(1))).size).toBe(1);
  });

  it('is looked at while a file is written, which passes it by a megabyte and a piece at most', async () => {
    const blobs = await FileBlobs.open(folder, Date.now(), 20 * megabyte);
    disk?.fill(25 * megabyte);
    let read = 0;
    const endless = async function* () {
      for (; read < 30 * megabyte; read += megabyte / 4) yield Buffer.alloc(megabyte / 4, 3);
    };
    await expect(blobs.accept(endless())).rejects.toMatchObject({ code: 'full' });
    expect(read).toBeLessThan(7 * megabyte);
    expect((await blobs.spare()).free).toBeGreaterThan(24 * megabyte);
  });
});
