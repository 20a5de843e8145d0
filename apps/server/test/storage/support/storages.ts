import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Opens grounds for the contract and clears them afterwards. */
export class Grounds {
  readonly #database: () => Promise<string | undefined>;
  readonly #opened: Storage[] = [];
  readonly #folders: string[] = [];

  constructor(database: () => Promise<string | undefined>) {
    this.#database = database;
  }

  async lay(extra: Partial<StorageConfig> = {}): Promise<Ground> {
    // Blobs are dated by the file system: the two clocks start together.
    let now = Date.now();
    const dataFolder = await mkdtemp(join(tmpdir(), 'websign-storage-'));
    this.#folders.push(dataFolder);
    const databaseUrl = await this.#database();
    const nameKey = Buffer.alloc(32, 7);
    const config = { dataFolder, nameKey, clock: () => now, ...(databaseUrl && { databaseUrl }), ...extra };
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

  async clear(): Promise<void> {
    for (const storage of this.#opened.splice(0)) await storage.close();
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true });
  }
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
