import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedDataVersionTag } from 'node:v8';
import { V8_FLAGS } from './confinement.ts';

/** Where the bundles lie. */
const BUNDLES = fileURLToPath(new URL('../../../../dist', import.meta.url));
const BUILD_MS = 60_000;

/** The snapshot of a folder of bundles, what it is made of, and by what it was made. */
const filesOf = (folder: string) => ({
  blob: join(folder, 'child.blob'),
  code: join(folder, 'child.code.cjs'),
  maker: join(folder, 'child.blob.maker'),
});

/**
 * Node.js refuses a snapshot of another version or processor, and the addresses of files are part of it. One of the code
 * of before would judge documents as that code did.
 */
function makerOf(folder: string): string {
  const code = createHash('sha256')
    .update(readFileSync(filesOf(folder).code))
    .digest('hex');
  return `${process.version} ${process.arch} ${cachedDataVersionTag()} ${code} ${resolve(folder)}\n`;
}

/**
 * Keeps the engine as it stands once its code has run, so that a child has nothing to load. It is made on the machine
 * that uses it, beside the one in use and then put in its place.
 */
export async function buildSnapshot(folder = BUNDLES): Promise<void> {
  const { blob, code, maker } = filesOf(folder);
  const [entry, next] = [`${code}.${process.pid}.cjs`, `${blob}.${process.pid}`];
  const address = "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;";
  rmSync(maker, { force: true });
  try {
    writeFileSync(entry, `${address}${readFileSync(code, 'utf8')}`);
    await promisify(execFile)(
      process.execPath,
      [...V8_FLAGS, '--no-warnings', `--snapshot-blob=${next}`, '--build-snapshot', entry],
      { env: {}, timeout: BUILD_MS },
    );
    renameSync(next, blob);
    writeFileSync(maker, makerOf(folder));
  } finally {
    for (const file of [entry, next]) rmSync(file, { force: true });
  }
}

/** Path of the snapshot; undefined where none was made of this code, in this place, by this Node.js, for this processor. */
export function snapshot(folder = BUNDLES): string | undefined {
  const { blob, maker } = filesOf(folder);
  if (!existsSync(maker) || !existsSync(blob)) return undefined;
  return readFileSync(maker, 'utf8') === makerOf(folder) ? blob : undefined;
}
