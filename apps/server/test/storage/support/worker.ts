import { createHash, randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage, type Storage } from '../../../src/storage/index.ts';

// Run in a process of its own: `node worker.ts JOB SETTINGS`; every line it prints is an acknowledged fact.

interface Settings {
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  readonly accountId: string;
}

const say = (fact: object): void => {
  writeSync(1, `${JSON.stringify(fact)}\n`);
};

/** Uploads and signs until it is killed. */
async function write(storage: Storage, { accountId }: Settings): Promise<void> {
  for (;;) {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 60_000));
    const { sha256, size } = await storage.blobs.put(bytes);
    const part = { groupId: '1', name: 'α.pdf', pages: 1, findings: [], signatures: [] };
    const [document] = await storage.documents.create([{ ...part, accountId, sha256, size, state: 'ready' }]);
    if (document === undefined) throw new Error('nothing was created');
    say({ document: document.id, sha256, size });
    const tail = randomBytes(5000);
    const signed = await storage.blobs.append(sha256, tail);
    const [outcome] = await storage.signings.record(accountId, [
      {
        ...{ documentId: document.id, baseSha256: sha256, ...signed, signedAt: Date.now(), signatures: [1] },
        ...{ certificateSerial: '01', level: 'B-B', signingId: null, detail: null, state: 'signed' },
      },
    ]);
    if (outcome !== 'recorded') throw new Error(`recorded: ${outcome}`);
    say({ document: document.id, version: signed.sha256, size: signed.size });
  }
}

/** Attempts, one-time codes and audit events beside other processes that do the same. */
async function contend(storage: Storage, { accountId }: Settings): Promise<void> {
  const login = { username: 'Μαρία', origin: 'login', factors: ['password'], address: '192.0.2.1' } as const;
  let evaluated = 0;
  const wrong = async () => {
    evaluated += 1;
    await sleep(10);
    return { verdict: 'wrong_password', value: undefined } as const;
  };
  const attempts = Array.from({ length: 50 }, () => storage.attempts.evaluate(login, wrong));
  const steps = Array.from({ length: 50 }, () => storage.accounts.consumeTotpStep(accountId, 58_000_000));
  const detail = { of: createHash('sha256').update(String(process.pid)).digest('hex') };
  const events = Array.from({ length: 50 }, () => storage.audit.append({ kind: 'login', accountId, detail }));
  const locked = (await Promise.all(attempts)).filter(({ kind }) => kind === 'locked').length;
  const consumed = (await Promise.all(steps)).filter(Boolean).length;
  const appended = (await Promise.all(events)).length;
  say({ evaluated, locked, consumed, appended });
}

// At its end, as Node would, one that is killed keeps nothing for those after it.
flushCompileCache();
const [job, text = '{}'] = process.argv.slice(2);
const settings: Settings = JSON.parse(text);
const storage = await openStorage({ ...settings, nameKey: Buffer.alloc(32, 7) });
await (job === 'write' ? write(storage, settings) : contend(storage, settings));
await storage.close();
