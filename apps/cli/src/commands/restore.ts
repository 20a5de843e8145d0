import { resolve } from 'node:path';
import { openStorage } from '@websign/server/storage/index';
import { restore } from '@websign/server/storage/restore';
import { readArguments, single } from '../arguments.ts';
import { CliError, EXIT } from '../error.ts';
import { configuredStorage } from '../storage.ts';

/** Puts a backup back into an empty place, and looks whether it is whole. */
export async function run(args: string[]): Promise<number> {
  const folder = resolve(single(readArguments(args, {}).positionals, 'FOLDER'));
  const config = configuredStorage();
  const { blobs } = await restore(config, folder);
  const storage = await openStorage(config);
  try {
    const audit = await storage.audit.verify();
    if (!audit.ok)
      throw new CliError('failed', `The audit log is broken at entry ${audit.sequence} (${audit.reason}).`);
    const accounts = await storage.accounts.list();
    await storage.audit.append({ kind: 'restored', detail: { head: audit.head.sequence } });
    process.stdout.write(
      `Restored ${accounts.length} accounts, ${blobs} files, and an audit log of ${audit.head.sequence} entries that is whole: ` +
        `${audit.head.sequence}:${audit.head.hash}\n` +
        'The server needs the master key and the name key of before.\n',
    );
  } finally {
    await storage.close();
  }
  return EXIT.done;
}
