import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Account, NewAccount, NewDocument, Storage, StorageConfig } from '../../../src/storage/index.ts';
import { openStorage } from '../../../src/storage/index.ts';

/** A storage on fresh ground, with a clock that only the test moves. */
export interface Ground {
  readonly storage: Storage;
  readonly config: StorageConfig;
  /** Another process's view of the same ground. */
  second(): Promise<Storage>;
  /** Moves the clock by milliseconds. */
  pass(ms: number): void;
  now(): number;
}

/** Under which grounds store session ids. */
export const sessionKey = Buffer.alloc(32, 9);

const SQLITE = 'websign.db';

type Place = Pick<StorageConfig, 'dataFolder' | 'nameKey' | 'databaseUrl'>;

/** Opens grounds for the contract and clears them afterwards; made where hooks may be. */
export class Grounds {
  readonly #database: (like?: string) => Promise<string | undefined>;
  readonly #opened: Storage[] = [];
  readonly #made: string[] = [];
  readonly #folders: string[] = [];
  /** Data folders of which only the empty folders of blobs are left. */
  readonly #spare: string[] = [];
  #pattern: Promise<Place> | undefined;

  /** `database`: makes a new one, empty or with what stands in another. */
  constructor(database: (like?: string) => Promise<string | undefined>) {
    this.#database = database;
    afterAll(() => {
      for (const folder of this.#made) rmSync(folder, { recursive: true });
    });
  }

  async lay(extra: Partial<StorageConfig> = {}): Promise<Ground> {
    // Blobs are dated by the file system: the two clocks start together.
    let now = Date.now();
    this.#pattern ??= this.#layPattern();
    const config = { ...(await this.#place(await this.#pattern)), clock: () => now, ...extra };
    const open = async () => {
      const storage = await openStorage(config);
      storage.sessions.keyed([sessionKey]);
      this.#opened.push(storage);
      return storage;
    };
    return {
      storage: await open(),
      config,
      second: open,
      pass: (ms) => {
        now += ms;
      },
      now: () => now,
    };
  }

  /** What every ground begins with. Its tables are made once: migrations take longer than most tests. */
  async #layPattern(): Promise<Place> {
    const place = await this.#place();
    await (await openStorage(place)).close();
    return place;
  }

  async #place(like?: Place): Promise<Place> {
    const dataFolder = this.#spare.pop() ?? this.#newFolder();
    const databaseUrl = await this.#database(like?.databaseUrl);
    if (like !== undefined) {
      this.#folders.push(dataFolder);
      if (databaseUrl === undefined) await copyFile(join(like.dataFolder, SQLITE), join(dataFolder, SQLITE));
    }
    return { dataFolder, nameKey: Buffer.alloc(32, 7), ...(databaseUrl && { databaseUrl }) };
  }

  #newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'websign-storage-'));
    this.#made.push(folder);
    return folder;
  }

  async clear(): Promise<void> {
    for (const storage of this.#opened.splice(0)) await storage.close();
    for (const folder of this.#folders.splice(0)) {
      empty(folder);
      this.#spare.push(folder);
    }
  }
}

/** Leaves the empty folders of blobs: to make and to remove them takes longer than most tests. */
function empty(folder: string): void {
  const blobs = join(folder, 'blobs');
  for (const name of readdirSync(folder))
    if (name !== 'blobs') rmSync(join(folder, name), { recursive: true });
  for (const entry of existsSync(blobs) ? readdirSync(blobs, { recursive: true, withFileTypes: true }) : [])
    if (!entry.isDirectory() || entry.parentPath !== blobs)
      rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true });
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 60 * 60_000;
export const days = (count: number): number => count * 24 * 60 * 60_000;

export const sha = (digit: string): string => digit.repeat(64);

export function enrol(
  storage: Storage,
  username = 'Μαρία',
  part: Partial<NewAccount> = {},
): Promise<Account> {
  return storage.accounts.create({
    username,
    surname: 'Παπαδοπούλου',
    name: 'Μαρία',
    email: 'maria@example.gr',
    subjectSerial: 'TINEL-123456789',
    certificateSerial: '0A1B',
    validUntil: Date.UTC(2030, 0, 1),
    otpMethod: 'totp',
    chain: [Uint8Array.of(48, 1), Uint8Array.of(48, 2)],
    verifier: 'sealed verifier',
    key: 'sealed key',
    totp: 'sealed totp',
    ...part,
  });
}

export function upload(accountId: string, part: Partial<NewDocument> = {}): NewDocument {
  return {
    accountId,
    groupId: '1767322800000',
    name: 'Σύμβαση.pdf',
    size: 5,
    sha256: sha('a'),
    state: 'ready',
    pages: 3,
    findings: [],
    signatures: [],
    ...part,
  };
}
