import { closeSync, openSync, readSync } from 'node:fs';
import { ProviderError } from '../errors.ts';

/** Where the signer process finds the master key: a file's path (KMS agent, systemd credential, `*_FILE`) or a descriptor it inherits. */
export type MasterKeySource = { file: string } | { descriptor: number };

/** All versions of the master key; new boxes are sealed under `version`, the highest. */
export interface MasterKey {
  version: number;
  /** 32 bytes. Throws ProviderError `sealed_row` for a version that is not held. */
  key(version: number): Uint8Array;
}

const MAX_FILE = 64 * 1024;
const LINE = /^(?:([1-9][0-9]{0,3}):)?([A-Za-z0-9+/_-]{43}=?)$/;
const KEY = 32;

/**
 * Reads the master key: 32 raw bytes, or text with one `version:base64 of 32 bytes` a line (`#` comments and
 * empty lines are skipped; a line without a version is version 1, so is a raw key). A descriptor is read from
 * its start, so that a restarted process reads the same again.
 */
export function readMasterKey(source: MasterKeySource): MasterKey {
  const buffer = Buffer.alloc(MAX_FILE + 1);
  try {
    const length = readAll(source, buffer);
    if (length > MAX_FILE)
      throw new ProviderError('unavailable', 'the master key file is larger than 64 KiB');
    if (length === KEY) return held(new Map([[1, Uint8Array.from(buffer.subarray(0, KEY))]]));
    return parseMasterKey(buffer.toString('latin1', 0, length));
  } finally {
    buffer.fill(0);
  }
}

function parseMasterKey(text: string): MasterKey {
  const keys = new Map<number, Uint8Array>();
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
  return held(keys);
}

function held(keys: Map<number, Uint8Array>): MasterKey {
  return {
    version: Math.max(...keys.keys()),
    key: (version) => {
      const key = keys.get(version);
      if (key === undefined)
        throw new ProviderError('sealed_row', `master key version ${version} is not held`);
      return key;
    },
  };
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
