import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { ProviderError } from '../errors.ts';

/** Where the signer process finds the master key: a file's path (KMS agent, systemd credential, `*_FILE`) or a descriptor it inherits. */
export type MasterKeySource = { file: string } | { descriptor: number };

/** All versions of the master key; new rows are sealed under `version`, the highest. */
export interface MasterKey {
  readonly version: number;
  /** 32 bytes. Throws ProviderError `sealed_row` for a version that is not held. */
  key(version: number): Uint8Array;
}

/** One that follows its file: versions that are added are held, those that were taken out are forgotten. */
export interface LiveMasterKey extends MasterKey {
  /** Those that are held, ascending. */
  versions(): number[];
  /** Reads the file again where it has changed. One that cannot be used leaves what was held. */
  refresh(): void;
}

const MAX_FILE = 64 * 1024;
const LINE = /^(?:([1-9][0-9]{0,3}):)?([A-Za-z0-9+/_-]{43}=?)$/;
const KEY = 32;

type Keys = Map<number, Uint8Array>;

/**
 * Reads the master key: 32 raw bytes, or text with one `version:base64 of 32 bytes` a line (`#` comments and
 * empty lines are skipped; a line without a version is version 1, so is a raw key). A descriptor is read from
 * its start, so that a restarted process reads the same again.
 */
export function readMasterKey(source: MasterKeySource): LiveMasterKey {
  let state = stateOf(source);
  let keys = readKeys(source);
  function refresh(): void {
    const now = stateOf(source);
    if (now === undefined || now === state) return;
    try {
      const read = readKeys(source);
      for (const [version, key] of keys) if (!read.has(version)) key.fill(0);
      keys = read;
      state = now;
    } catch (error) {
      // Half written, or taken away by mistake: work goes on under what is held, and the next change is looked at again.
      if (!(error instanceof Error)) throw error;
      state = now;
    }
  }
  return {
    refresh,
    versions: () => [...keys.keys()].sort((a, b) => a - b),
    get version() {
      return Math.max(...keys.keys());
    },
    key(version) {
      if (!keys.has(version)) refresh();
      const key = keys.get(version);
      if (key === undefined)
        throw new ProviderError('sealed_row', `master key version ${version} is not held`);
      return key;
    },
  };
}

/** The same key, for a box that stays under the version it has: only `rewrap` moves rows on. */
export const underVersion = (master: MasterKey, version: number): MasterKey => ({
  version,
  key: (asked) => master.key(asked),
});

/** The text form, as a person or a secret store keeps it; throws ProviderError `unavailable` for anything else. */
export function parseMasterKey(text: string): Keys {
  const keys: Keys = new Map();
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, version = '1', key] = LINE.exec(line) ?? [];
    if (key === undefined || keys.has(Number(version)))
      throw new ProviderError(
        'unavailable',
        'the master key file has a line that is not version:base64(32 bytes), or a version twice',
      );
    keys.set(Number(version), Buffer.from(key, 'base64'));
  }
  if (keys.size === 0) throw new ProviderError('unavailable', 'the master key file holds no key');
  return keys;
}

/** What is in the source, raw or as text. */
export function readKeys(source: MasterKeySource): Keys {
  const buffer = Buffer.alloc(MAX_FILE + 1);
  try {
    const length = readAll(source, buffer);
    if (length > MAX_FILE)
      throw new ProviderError('unavailable', 'the master key file is larger than 64 KiB');
    if (length === KEY) return new Map([[1, Uint8Array.from(buffer.subarray(0, KEY))]]);
    return parseMasterKey(buffer.toString('latin1', 0, length));
  } finally {
    buffer.fill(0);
  }
}

/** What differs after a change, also of the link that leads there (a mounted secret); undefined: it is not there. */
function stateOf(source: MasterKeySource): string | undefined {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } =
      'file' in source ? statSync(source.file) : fstatSync(source.descriptor);
    return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function readAll(source: MasterKeySource, buffer: Buffer): number {
  const descriptor = 'file' in source ? openSync(source.file, 'r') : source.descriptor;
  try {
    let length = 0;
    for (;;) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, length);
      length += read;
      if (read === 0 || length === buffer.length) return length;
    }
  } finally {
    if ('file' in source) closeSync(descriptor);
  }
}
