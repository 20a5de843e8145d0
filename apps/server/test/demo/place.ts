import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../src/demo/announce.ts';
import { type Demonstration, openDemonstration } from '../../src/demo/index.ts';
import { openLog } from '../../src/logging.ts';
import { openStorage, type Storage } from '../../src/storage/index.ts';

export function newFolder(): { dataFolder: string; remove: () => void } {
  const dataFolder = mkdtempSync(join(tmpdir(), 'websign-demo-'));
  return { dataFolder, remove: () => rmSync(dataFolder, { recursive: true, force: true }) };
}

export interface OpenDemo extends Demonstration {
  storage: Storage;
  /** Every log line. */
  logged: string[];
  close(): Promise<void>;
}

/** Opens the demonstration of a folder as the server does, over SQLite. */
export async function openDemo(dataFolder: string, terminals: Terminal[] = []): Promise<OpenDemo> {
  const logged: string[] = [];
  const log = openLog('info', { write: (line) => void logged.push(line) });
  const storage = await openStorage({ dataFolder, nameKey: Buffer.alloc(32, 1) });
  try {
    const demo = await openDemonstration({
      dataFolder,
      storage,
      log,
      clock: Date.now,
      origin: 'http://127.0.0.1:8080',
      terminals,
    });
    const close = async () => {
      await demo.keys.close();
      await storage.close();
    };
    return { ...demo, storage, logged, close };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
