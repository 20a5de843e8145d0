import { join } from 'node:path';
import type { RevocationReason } from '@websign/pki';
import { readIfThere, replaceFile } from './files.ts';

/** A certificate of the issuing authority that is revoked or on hold. */
export interface Revocation {
  /** Lower-case hexadecimal. */
  serialHex: string;
  /** Epoch milliseconds. */
  revokedAt: number;
  reason: RevocationReason;
}

/** The issuing authority's register of revocations, kept in its folder. */
export interface Register {
  all(): readonly Revocation[];
  /** Adds them, on disk first. */
  add(revocations: readonly Revocation[]): void;
}

export function openRegister(folder: string): Register {
  const path = join(folder, 'revocations.json');
  let known = read(path);
  return {
    all: () => known,
    add: (revocations) => {
      const together = [...known, ...revocations];
      replaceFile(path, `${JSON.stringify(together, null, 1)}\n`);
      known = together;
    },
  };
}

function read(path: string): Revocation[] {
  const text = readIfThere(path)?.toString('utf8');
  if (text === undefined) return [];
  try {
    return JSON.parse(text) as Revocation[];
  } catch (cause) {
    throw new Error(`${path} is damaged; remove the data folder to make a new demonstration.`, { cause });
  }
}
