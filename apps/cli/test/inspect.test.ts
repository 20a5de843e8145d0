import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inOrder } from '../src/in-order.ts';
import { openProgress } from '../src/progress.ts';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

let folder = '';
const at = (name: string) => join(folder, name);
const withCatalog = (catalog: string) => writePdf({ kind: 'table', objects: documentObjects({ catalog }) });
const script = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>';
const reset = '/OpenAction<</S/ResetForm>>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-inspect-'));
  await mkdir(at('more/deep'), { recursive: true });
  await writeFile(at('plain.pdf'), withCatalog(''));
  await writeFile(at('more/reset.pdf'), withCatalog(reset));
  await writeFile(at('more/deep/script.PDF'), withCatalog(script));
  await writeFile(at('more/deep/note.txt'), 'not looked at');
  await writeFile(at('bad.pdf'), 'not a PDF');
});
afterAll(() => rm(folder, { recursive: true }));

const inspect = async (args: string[], env?: NodeJS.ProcessEnv) => {
  const outcome = await websign(['inspect', ...args, '--json'], env === undefined ? {} : { env });
  const objects = outcome.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { ...outcome, objects };
};

describe('inspect', () => {
  test('SGN-7: one JSON object a file, folders too, in order; the exit code is the worst verdict', async () => {
    const { code, objects, stderr } = await inspect([at('plain.pdf'), at('more')]);
    expect(stderr).toBe('');
    expect(code).toBe(2);
    const ms = expect.any(Number);
    expect(objects).toEqual([
      { file: at('plain.pdf'), verdict: 'accept', findings: [], ms },
      {
        file: at('more/deep/script.PDF'),
        verdict: 'refuse',
        findings: [{ kind: 'javascript', object: 1, revision: 1, excerpt: 'app.alert(1)' }],
        ms,
      },
      {
        file: at('more/reset.pdf'),
        verdict: 'warn',
        findings: [expect.objectContaining({ kind: 'reset_form' })],
        ms,
      },
    ]);
  });

  test.each([
    ['plain.pdf', 0],
    ['more/reset.pdf', 1],
    ['more/deep/script.PDF', 2],
    ['bad.pdf', 2],
    ['missing.pdf', 2],
  ])('%s ends with exit code %d', async (name, exit) => {
    expect((await inspect([at(name)])).code).toBe(exit);
  });

  test('what cannot be read is refused with a code, and stops none of the others', async () => {
    const { objects } = await inspect([at('bad.pdf'), at('missing.pdf'), at('plain.pdf')]);
    expect(objects).toMatchObject([
      { verdict: 'refuse', code: 'not_a_pdf', findings: [] },
      { verdict: 'refuse', code: 'ENOENT', findings: [] },
      { verdict: 'accept' },
    ]);
  });

  test("judges by the operator's policy; a wrong one ends with 2", async () => {
    await writeFile(at('policy.json'), '{"reset_form":"refuse"}');
    const env = { ADMISSION_POLICY_FILE: at('policy.json') };
    expect((await inspect([at('more/reset.pdf')], env)).objects).toMatchObject([{ verdict: 'refuse' }]);
    await writeFile(at('policy.json'), '{"javascript":"info"}');
    const { code, stderr } = await inspect([at('plain.pdf')], env);
    expect(code).toBe(2);
    expect(stderr).toContain('which loosens "javascript", which always refuses.');
  });

  test('without --json a table for people', async () => {
    const { code, stdout } = await websign(['inspect', folder]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^verdict +ms +pages +signed +file$/m);
    expect(stdout).toMatch(/^accept +\d+ +1 +0 {2}\S+plain\.pdf$/m);
    expect(stdout).toMatch(/^refuse +\d+ +- +- {2}\S+bad\.pdf\n {2}refuse {2}.* \(not_a_pdf\)$/m);
    expect(stdout).toMatch(/^ {2}refuse {2}JavaScript code: app\.alert\(1\)$/m);
    expect(stdout).toMatch(/^4 files: 1 accept, 1 warn, 2 refuse; [\d.]+ s$/m);
  });

  test('a folder without PDF files, and nothing named', async () => {
    await mkdir(at('empty'));
    expect(await inspect([at('empty')])).toMatchObject({ code: 2, stdout: '' });
    expect(await inspect([])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('many files', () => {
  test('results come in order, and few are ahead of one that takes long', async () => {
    let started = 0;
    const first = Promise.withResolvers<void>();
    const results = inOrder(
      Array.from({ length: 1000 }, (_, at) => at),
      2,
      async (at) => {
        started += 1;
        if (at === 0) await first.promise;
        return at;
      },
    );
    const next = results.next();
    await vi.waitFor(() => expect(started).toBeGreaterThan(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(started).toBeLessThanOrEqual(32);
    first.resolve();
    expect((await next).value).toEqual([0, 0]);
    const rest: number[] = [];
    for await (const [item] of results) rest.push(item);
    expect(rest).toEqual(Array.from({ length: 999 }, (_, at) => at + 1));
  });

  test('a bar goes to terminals only', () => {
    const written: string[] = [];
    const stream = (isTTY: boolean) =>
      ({ isTTY, write: (text: string) => written.push(text) > 0 }) as unknown as NodeJS.WriteStream;
    openProgress(3, stream(false)).step();
    expect(written).toEqual([]);
    const progress = openProgress(2, stream(true));
    progress.step();
    progress.clear();
    progress.step();
    expect(written[0]).toContain('1/2');
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });
});
