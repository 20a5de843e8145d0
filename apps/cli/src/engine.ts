import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Engine, sandboxedEngine } from '@websign/server/sandbox/engine';
import { SandboxError } from '@websign/server/sandbox/error';
import type { ByteSource } from '@websign/server/sandbox/frame';
import { openSandbox } from '@websign/server/sandbox/pool';
import { z } from 'zod';

const MIB = 1024 * 1024;
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** How many files are worked on at once. */
export const PARALLEL = Math.max(1, Math.min(8, availableParallelism()));

const timeStamp = z.object({
  valid: z.boolean(),
  reason: z.string().optional(),
  genTime: z.number().optional(),
  authority: z.string().optional(),
});

/** What is told of one signature. A child may be in a stranger's hands: its answers are checked. */
const signatureCheck = z.object({
  field: z.string(),
  kind: z.enum(['signature', 'document_time_stamp']),
  subFilter: z.string().optional(),
  integrity: z.enum(['intact', 'broken', 'unsupported']),
  reason: z.string().optional(),
  covers: z.enum(['whole_file', 'revision', 'less']),
  signerName: z.string().optional(),
  claimedTime: z.string().optional(),
  timeStamp: timeStamp.optional(),
});
export type SignatureTold = z.infer<typeof signatureCheck>;

export interface CheckingEngine extends Engine {
  /** Integrity and coverage of every signature. */
  check(document: ByteSource): Promise<SignatureTold[]>;
}

export interface EngineOptions {
  children?: number;
  /** That one job may take. */
  seconds?: number;
}

/** Gives `work` the engine in sandboxed children, as the server has it, and closes it afterwards. */
export async function withEngine<T>(
  work: (engine: CheckingEngine) => Promise<T>,
  { children = PARALLEL, seconds = 60 }: EngineOptions = {},
): Promise<T> {
  const sandbox = openSandbox({
    jobs: new URL('./sandbox-jobs.ts', import.meta.url),
    readable: [folder('../../../apps/'), folder('../../../packages/'), folder('../../../node_modules/')],
    children,
    queue: 2 * children,
    waitMs: 600_000,
    timeoutMs: seconds * 1000,
    startMs: 30_000,
    heapMiB: 512,
    dataMiB: 1500,
    answer: { json: 64 * MIB, attachments: 256 * MIB },
  });
  const check = async (document: ByteSource) => {
    const answer = z.array(signatureCheck).safeParse(await sandbox.run('check', { document }));
    if (!answer.success) throw new SandboxError('crashed', 'answer', { cause: answer.error });
    return answer.data;
  };
  try {
    return await work({ ...sandboxedEngine(sandbox), check });
  } finally {
    await sandbox.close();
  }
}

/** Bytes in memory as the engine takes documents. */
export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  length: bytes.length,
  async *read() {
    yield bytes;
  },
});
