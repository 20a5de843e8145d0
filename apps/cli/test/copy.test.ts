import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

let folder = '';
const at = (name: string) => join(folder, name);
const script = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>';
const form = writePdf({
  kind: 'table',
  objects: documentObjects({
    catalog: script,
    pages: [{ mediaBox: '/MediaBox[5 5 605 805]', entries: '/Annots[100 0 R]' }],
    more: [{ number: 100, body: '<</Type/Annot/Subtype/Square/C[1 0 0]/Contents(a)/Rect[10 10 30 30]>>' }],
  }),
});
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-copy-'));
  await writeFile(at('form.pdf'), form);
  await writeFile(at('bad.pdf'), 'not a PDF');
});
afterAll(() => rm(folder, { recursive: true }));

describe('copy', () => {
  test('CPY-3: writes a copy that is accepted, and tells both checksums and what was left out', async () => {
    const { code, stdout } = await websign([
      'copy',
      at('form.pdf'),
      at('bad.pdf'),
      '--out',
      at('out'),
      '--json',
    ]);
    const [made, failed] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const bytes = await readFile(at('out/form_copy.pdf'));
    expect(made).toEqual({
      file: at('form.pdf'),
      ok: true,
      output: at('out/form_copy.pdf'),
      sha256: sha256(form),
      copySha256: sha256(bytes),
      leftOut: [
        { kind: 'script', detail: 'app.alert(1)' },
        // In points of the page as it is shown.
        { kind: 'note_drawn', page: 1, rect: [5, 5, 25, 25], detail: 'a' },
      ],
    });
    expect(failed).toMatchObject({ ok: false, code: 'broken_pages' });
    expect(code).toBe(1);
    expect(await readFile(at('form.pdf'))).toEqual(Buffer.from(form));
    const inspected = await websign(['inspect', at('form.pdf'), at('out/form_copy.pdf'), '--json']);
    expect(
      inspected.stdout
        .split('\n')
        .slice(0, 2)
        .map((line) => JSON.parse(line).verdict),
    ).toEqual(['refuse', 'accept']);
  });

  test('CPY-3: says the same in a line, and overwrites nothing', async () => {
    const first = await websign(['copy', at('form.pdf'), '--out', at('lines')]);
    expect(first).toMatchObject({
      code: 0,
      stdout: `${at('form.pdf')}: copied: ${at('lines/form_copy.pdf')}; left out or drawn in: script, note_drawn\n`,
    });
    const second = await websign(['copy', at('form.pdf'), '--out', at('lines')]);
    expect(second.code).toBe(1);
    expect(second.stdout).toContain('exists already');
  });

  test.each([
    [['copy'], /FILE is missing/],
    [['copy', 'a.pdf'], /--out is missing/],
  ])('%j is not understood', async (args, message) => {
    const { code, stderr } = await websign(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
