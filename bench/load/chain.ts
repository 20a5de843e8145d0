import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openStorage } from '../../apps/server/src/storage/index.ts';

const SERVERS = 2;
const LANES = 8;
const MS = 5_000;

/** Entries that the audit log's one chain takes in a second, when two servers do nothing but append, each by itself. */
export async function chainRate(folder: string, databaseUrl: string): Promise<number> {
  const nameKey = randomBytes(32);
  const open = (_: unknown, at: number) =>
    openStorage({ dataFolder: join(folder, `chain-${at}`), databaseUrl, nameKey });
  const servers = await Promise.all(Array.from({ length: SERVERS }, open));
  try {
    const begun = performance.now();
    let appended = 0;
    const lane = async ({ audit }: (typeof servers)[number]) => {
      for (; performance.now() - begun < MS; appended += 1) await audit.append({ kind: 'bench' });
    };
    await Promise.all(servers.flatMap((server) => Array.from({ length: LANES }, () => lane(server))));
    return appended / ((performance.now() - begun) / 1000);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
