import { resolve } from 'node:path';
import { readArguments, single } from '../arguments.ts';
import { EXIT } from '../error.ts';
import { withStorage } from '../storage.ts';

/** Copies database and documents into a new folder; the server may run meanwhile. */
export async function run(args: string[]): Promise<number> {
  const folder = resolve(single(readArguments(args, {}).positionals, 'FOLDER'));
  const { blobs } = await withStorage((storage) => storage.backup(folder));
  process.stdout.write(
    `Copied the database and ${blobs} files to ${folder}.\n` +
      'The master key is not among them: keep it elsewhere, or the signers’ keys cannot be opened again.\n',
  );
  return EXIT.done;
}
