import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { bundleTestProgram } from '../../../../scripts/bundle/test-program.ts';
import { Person, testHome } from './harness.ts';
import { post } from './multipart.ts';

/** The whole measure is 200; fewer keep the suite quick. */
const clients = Number(process.env.UPLOAD_CLIENTS ?? 40);
/** Each uploads twice at once. */
const crowd = Array.from({ length: Math.ceil(clients / 2) }, (_, at) => ({
  ...{ username: `signer${at}`, surname: 'Παπαδοπούλου', name: 'Μαρία', key: 'p256' as const },
}));
const mostMiB = 400;
const program = await bundleTestProgram(fileURLToPath(new URL('./server-process.ts', import.meta.url)));

describe.skipIf(process.platform !== 'linux')('memory', () => {
  test(`UP-3: ${clients} clients with 20 MB each at once stay under ${mostMiB} MiB`, {
    timeout: 600_000,
  }, async () => {
    const home = await testHome({ PARSER_SECONDS: '120' }, undefined, crowd);
    const server = spawn(process.execPath, [program], {
      env: {
        ...home.environment,
        OPERATIONS_PORT: 'off',
        LOG_LEVEL: 'error',
        TEST_OFFSET: String(home.clock() - Date.now()),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const url = await new Promise<string>((resolve) => {
        createInterface({ input: server.stdout }).on('line', (line) =>
          resolve(line.replace('listening ', '')),
        );
      });
      const signers = await Promise.all(home.accounts.map((account) => Person.at(url, account)));
      const stream = streamBody(Buffer.alloc(20 * 1024 * 1024 - 2000, 120));
      const bytes = writePdf({
        kind: 'table',
        objects: documentObjects({ more: [{ number: 100, body: stream }] }),
      });
      const upload = (at: number) =>
        post(url, [
          { name: 'sessionId', value: signers[at % signers.length]?.sessionId ?? '' },
          { name: 'groupId', value: String(at) },
          { name: 'document', filename: 'large.pdf', bytes },
        ]);
      const answers = await Promise.all(Array.from({ length: clients }, (_, at) => upload(at)));
      expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => 'success'));
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
      expect(Number(peak) / 1024).toBeLessThan(mostMiB);
    } finally {
      server.kill('SIGKILL');
      await home.remove();
    }
  });
});
