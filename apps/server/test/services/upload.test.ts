import { expect, test } from 'vitest';
import { unsignedQuota } from '../../src/policy/quota.ts';
import type { Engine } from '../../src/sandbox/engine.ts';
import { SandboxError } from '../../src/sandbox/error.ts';
import type { Place } from '../../src/sandbox/queue.ts';
import type { Context } from '../../src/services/context.ts';
import type { UploadPart } from '../../src/services/intake.ts';
import { upload } from '../../src/services/upload.ts';
import { UploadDesk, uploadTurns } from '../../src/services/upload-desk.ts';

const file = (name: string): UploadPart => ({
  kind: 'file',
  field: 'document[]',
  name,
  async *bytes() {
    yield Buffer.from('%PDF-1.7');
  },
});
const field = (name: string, value: string): UploadPart => ({ kind: 'field', name, value });

/** Parts that tell how many of them were read, and whether their reader said that it has enough. */
function counted(parts: UploadPart[]) {
  const seen = { parts: 0, stopped: false };
  const source = (async function* () {
    try {
      for (const part of parts) {
        seen.parts += 1;
        yield part;
      }
    } finally {
      seen.stopped = seen.parts < parts.length;
    }
  })();
  return { seen, source };
}

const cancelled = new AbortController().signal;
const desk = () => new UploadDesk(unsignedQuota);

test('nothing of a stranger’s parts is looked at past the first that shows it', async () => {
  const { seen, source } = counted(Array.from({ length: 5000 }, (_, i) => file(`${i}.pdf`)));
  const { status, answer } = await upload({} as Context, desk(), {
    parts: source,
    cancelled,
    due: cancelled,
    onSession: () => undefined,
  });
  expect({ status, code: answer.code, ...seen }).toEqual({
    status: 400,
    code: 'bad_request',
    parts: 1,
    stopped: true,
  });
});

test('nothing of a request whose turn does not come is looked at past its first file', async () => {
  const account = { id: 'a', passwordGivenAt: null };
  const context = {
    storage: { sessions: { resume: async () => ({ account, session: {} }) } },
  } as unknown as Context;
  const files = Array.from({ length: 500 }, (_, i) => file(`${i}.pdf`));
  const parts = [field('sessionId', 'x'.repeat(43)), field('groupId', '1'), ...files];
  const { seen, source } = counted(parts);
  const full = new UploadDesk(unsignedQuota, { ...uploadTurns, slotsEach: 0, queueEach: 0 });
  const request = { parts: source, cancelled, due: cancelled, onSession: () => undefined };
  await expect(upload(context, full, request)).rejects.toMatchObject({ code: 'busy' });
  expect(seen).toEqual({ parts: 3, stopped: true });
});

test('what no child could examine in time is told as that, file by file, before anybody gives up waiting', async () => {
  const due = new AbortController();
  const account = { id: 'a', passwordGivenAt: null };
  const signals: (AbortSignal | undefined)[] = [];
  /** Its children are all at work for ever. */
  const engine = {
    at: ({ signal }: Partial<Place>) => {
      signals.push(signal);
      return {
        together: () =>
          new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      } as Partial<Engine> as Engine;
    },
  } as Partial<Engine> as Engine;
  const context = {
    engine,
    // At an upload nothing is asked of authorities.
    material: { at: () => undefined },
    log: { info: () => undefined },
    storage: {
      sessions: { resume: async () => ({ account, session: {} }) },
      blobs: { accept: async () => ({ sha256: 'a'.repeat(64), size: 8 }) },
      documents: { create: async () => [], unsigned: async () => ({ documents: 0, bytes: 0 }) },
    },
  } as unknown as Context;
  const source = (async function* () {
    yield* [field('sessionId', 'x'.repeat(43)), field('groupId', '1'), file('1.pdf'), file('2.pdf')];
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
    due.abort();
    yield file('3.pdf');
  })();
  const request = { parts: source, cancelled, due: due.signal, onSession: () => undefined };
  const { answer } = await upload(context, desk(), request);
  expect(answer.documents.map(({ code }) => code)).toEqual(['busy', 'busy', 'busy']);
});

test('of an upload of very many files those past the hundredth share four children, which end with it', async () => {
  const { examined, children, ended } = await uploadMany();
  expect([examined.length, children, ended]).toEqual([130, 104, 104]);
  const shares = Map.groupBy(examined.slice(100), (number) => number);
  expect([...shares.values()].map(({ length }) => length).sort()).toEqual([7, 7, 8, 8]);
});

/** Uploads 130 files: which child examined each, and how many there were. */
async function uploadMany() {
  const account = { id: 'a', passwordGivenAt: null };
  let children = 0;
  let ended = 0;
  const examined: number[] = [];
  const childOf = (number: number): Engine => {
    const child = {
      at: () => child,
      together: (work: (engine: Engine) => Promise<unknown>) => work(child),
      examine: async () => {
        examined.push(number);
        throw new SandboxError('refused', 'encrypted');
      },
    } as unknown as Engine;
    return child;
  };
  const engine = {
    at: () => engine,
    open: () => {
      children += 1;
      return {
        engine: childOf(children),
        end: () => {
          ended += 1;
        },
      };
    },
    together: async (work: (engine: Engine) => Promise<unknown>) => {
      const { engine: own, end } = engine.open();
      return work(own).finally(end);
    },
  } as unknown as Engine;
  const context = {
    engine,
    material: { at: () => undefined },
    policy: {},
    log: { info: () => undefined, warn: () => undefined },
    storage: {
      sessions: { resume: async () => ({ account, session: {} }) },
      blobs: { accept: async () => ({ sha256: 'a'.repeat(64), size: 8 }) },
      documents: { create: async () => [], unsigned: async () => ({ documents: 0, bytes: 0 }) },
    },
  } as unknown as Context;
  const files = Array.from({ length: 130 }, (_, at) => file(`${at}.pdf`));
  const source = (async function* () {
    yield* [field('sessionId', 'x'.repeat(43)), field('groupId', '1'), ...files];
  })();
  await upload(context, desk(), {
    parts: source,
    cancelled,
    due: new AbortController().signal,
    onSession: () => undefined,
  });
  return { examined, children, ended };
}
