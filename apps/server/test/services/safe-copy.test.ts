import { limits } from '@websign/contract';
import { expect, test } from 'vitest';
import { unsignedQuota } from '../../src/policy/quota.ts';
import type { SafeCopyAnswer } from '../../src/sandbox/engine.ts';
import { SandboxError } from '../../src/sandbox/error.ts';
import type { Context, SignedIn } from '../../src/services/context.ts';
import { noFacts } from '../../src/services/facts.ts';
import { safeCopy } from '../../src/services/safe-copy.ts';
import { UploadDesk, uploadTurns } from '../../src/services/upload-desk.ts';

const signer = { account: { id: 'a' } } as SignedIn;
const never = new AbortController().signal;
const wish = { withoutSignatures: [], cancelled: never, due: never };
const document = {
  ...{ id: 'd', accountId: 'a', groupId: '1', name: 'a.pdf', sha256: 'a'.repeat(64), size: 5 },
  ...{ refusal: { code: 'pdf_broken', error: null }, signatures: noFacts, originalExpiresAt: 1000 },
};

/** What the server works with, of which children and time are made up; `stored` counts what reaches the disk. */
function world(
  copy: () => Promise<SafeCopyAnswer>,
  examine: () => Promise<never> = () => new Promise(() => undefined),
  clock = () => 0,
) {
  const stored = { blobs: 0, rows: 0 };
  const engine = {
    copy,
    at: () => engine,
    together: (work: (one: unknown) => Promise<unknown>) => work({ ...engine, examine }),
  };
  const context = {
    ...{ engine, clock, log: { info: () => undefined }, material: { at: () => ({}) } },
    storage: {
      documents: {
        find: async () => document,
        copyOf: async () => undefined,
        unsigned: async () => ({ documents: 0, bytes: 0 }),
        createCopy: async () => {
          stored.rows += 1;
          return { id: 'c', isNew: true };
        },
      },
      blobs: {
        accept: async () => {
          stored.blobs += 1;
        },
      },
    },
  } as unknown as Context;
  return { context, stored };
}

const small = async (): Promise<SafeCopyAnswer> => ({ bytes: new Uint8Array(9), leftOut: [] });
const failing =
  (...how: ConstructorParameters<typeof SandboxError>) =>
  async () => {
    throw new SandboxError(...how);
  };

test.each<[string, () => Promise<SafeCopyAnswer>, (() => Promise<never>) | undefined, object]>([
  ['no child is free', failing('busy'), undefined, { code: 'busy', retryAfter: 5 }],
  ['the server stops', failing('closed'), undefined, { code: 'busy' }],
  ['it takes too long', failing('timeout'), undefined, { code: 'pdf_resource_limit' }],
  ['the child ends', failing('crashed'), undefined, { code: 'pdf_resource_limit' }],
  ['it takes too much', failing('refused', 'too_many_objects'), undefined, { code: 'pdf_resource_limit' }],
  ['the owner forbids it', failing('refused', 'restricted'), undefined, { code: 'signing_not_permitted' }],
  ['it needs a password', failing('refused', 'encrypted'), undefined, { code: 'copy_impossible' }],
  ['it has no pages', failing('refused', 'broken_pages'), undefined, { code: 'copy_impossible' }],
  [
    'its bytes cannot be read',
    failing('unreadable'),
    undefined,
    { name: 'SandboxError', code: 'unreadable' },
  ],
  [
    'the copy is larger than a file may be',
    async () => ({ bytes: new Uint8Array(limits.fileBytes + 1), leftOut: [] }),
    undefined,
    { code: 'pdf_resource_limit' },
  ],
  ['no child is free for its check', small, failing('busy'), { code: 'busy', retryAfter: 5 }],
  ['its check takes too much', small, failing('timeout'), { code: 'pdf_resource_limit' }],
  ['its check does not understand it', small, failing('refused', 'broken_xref'), { code: 'copy_impossible' }],
])('CPY-4 where %s that is said, and nothing is stored', async (_, copy, examine, error) => {
  const { context, stored } = world(copy, examine);
  const asked = safeCopy(context, new UploadDesk(unsignedQuota), signer, 'd', wish);
  await expect(asked).rejects.toMatchObject(error);
  expect(stored).toEqual({ blobs: 0, rows: 0 });
});

test('CPY-4 a document that leaves in this moment is gone', async () => {
  let now = 0;
  const { context } = world(
    async () => {
      now = 1001;
      throw new SandboxError('unreadable');
    },
    undefined,
    () => now,
  );
  const asked = safeCopy(context, new UploadDesk(unsignedQuota), signer, 'd', wish);
  await expect(asked).rejects.toMatchObject({ code: 'expired' });
});

test('CPY-4 it waits for its turn as an upload does, and gives it back', async () => {
  const turns = { ...uploadTurns, slotsEach: 1, queueEach: 0 };
  const desk = new UploadDesk(unsignedQuota, turns);
  const held = await desk.turns.enter({ turn: 'new', owner: 'a', signal: undefined });
  const { context } = world(failing('refused', 'broken_pages'));
  const ask = () => safeCopy(context, desk, signer, 'd', wish);
  await expect(ask()).rejects.toMatchObject({ code: 'busy' });
  held();
  await expect(ask()).rejects.toMatchObject({ code: 'copy_impossible' });
  await expect(ask()).rejects.toMatchObject({ code: 'copy_impossible' });
  expect(desk.turns.running).toBe(0);
});

test('CPY-4 what is not made before its answer is due is told as busy', async () => {
  const due = new AbortController();
  const { context } = world(
    () => new Promise((_, reject) => due.signal.addEventListener('abort', () => reject(due.signal.reason))),
  );
  const asked = safeCopy(context, new UploadDesk(unsignedQuota), signer, 'd', { ...wish, due: due.signal });
  setTimeout(() => due.abort(), 20);
  await expect(asked).rejects.toMatchObject({ code: 'busy' });
});
