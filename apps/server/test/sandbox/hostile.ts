/** Jobs as hostile documents would make them. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

class Refusal extends Error {
  readonly code = 'encrypted';
}

const deep = (n: number): number => (n === 0 ? 0 : 1 + deep(n - 1));

const tryTo = async (action: () => unknown) => {
  try {
    await action();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  }
};

let documents = 0;

export const jobs = {
  /** How many documents this child has seen. */
  remember: () => {
    documents += 1;
    return documents;
  },
  /** Whether this child is a copy of a template. */
  isCopy: () => process.argv.some((text) => text.endsWith('.node')),
  exitLater: () => {
    setTimeout(() => process.exit(0), 5);
    return 'soon';
  },
  echo: (input: unknown) => input,
  length: (input: unknown) => (input as { bytes: Uint8Array }).bytes.length,
  loop: () => {
    for (;;);
  },
  sleep: () => new Promise(() => {}),
  /** Takes so long by the clock, and nothing of the processor. */
  nap: async (input: unknown) => {
    await sleep((input as { ms: number }).ms);
    return 'rested';
  },
  /** Takes so much of the processor. */
  toil: (input: unknown) => {
    const { ms } = input as { ms: number };
    const before = process.cpuUsage();
    const spent = () => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    while (spent() < ms);
    return 'done';
  },
  heap: () => {
    const kept: unknown[] = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
  buffers: () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  recursion: () => deep(10_000_000),
  crash: () => process.abort(),
  exit: () => process.exit(0),
  rejectLater: () => {
    setTimeout(() => {
      throw new Error('late');
    }, 5);
    return new Promise(() => {});
  },
  hugeJson: () => 'x'.repeat(40 * 1024 * 1024),
  hugeBytes: () => Buffer.alloc(200 * 1024 * 1024),
  manyObjects: () => Array.from({ length: 3_000_000 }, (_, i) => ({ i })),
  /** What a reading of a document tells, with so many pages of which nothing can be read. */
  examine: (input: unknown) => ({
    pages: 1,
    pageSizes: new Array((input as { document: Uint8Array }).document.length).fill(0),
  }),
  refuse: () => {
    throw new Refusal('secret text of the document');
  },
  talk: () => {
    console.log('x'.repeat(100_000));
    console.error('x'.repeat(100_000));
    return 'said';
  },
  environment: () => Object.keys(process.env),
  readSecret: () => tryTo(() => readFileSync('/etc/passwd')),
  writeFile: () => tryTo(() => import('node:fs').then((fs) => fs.writeFileSync('/tmp/sandbox-escape', ''))),
  spawn: () => tryTo(() => import('node:child_process').then((cp) => cp.execSync('id'))),
  database: () =>
    tryTo(async () => new (await import('node:sqlite')).DatabaseSync('/tmp/sandbox-escape.db').close()),
  dial: (input: unknown) =>
    new Promise((resolve) => {
      const socket = connect((input as { port: number }).port, '127.0.0.1');
      socket.once('connect', () => resolve('connected'));
      socket.once('error', () => resolve('no way'));
    }),
};
