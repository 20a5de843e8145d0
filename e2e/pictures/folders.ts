import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The pictures that were accepted, and the file that says why. */
export const PICTURES = join(ROOT, 'docs', 'pictures');
export const ACCEPTED = join(PICTURES, 'accepted.tsv');
/**
 * Of each picture that differs: before, after and difference side by side. The test runner empties its folder at
 * each start, so only the last run's are here.
 */
export const DIFFERENCES = join(ROOT, 'test-results', 'pictures');
/** What the screens look like now, of those that differ. */
export const TAKEN = join(DIFFERENCES, 'after');

export const pngsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.png'))
        .sort()
    : [];

/** Checksums of the pictures in `folder` by their names. */
export const checksumsIn = (folder: string): Map<string, string> =>
  new Map(pngsIn(folder).map((name) => [name, sha256(readFileSync(join(folder, name)))]));

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
