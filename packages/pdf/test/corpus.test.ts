import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { judgedBy, lacks } from './support.ts';

const COMMAND = fileURLToPath(new URL('../../../scripts/corpus.ts', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'websign-corpus-test-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const run = (...args: string[]): { status: number | null; stdout: string } =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });

describe('the corpus command', () => {
  it.skipIf(lacks('qpdf', 'pdfsig'))(
    judgedBy(['qpdf', 'pdfsig'], 'signs and copies a folder, has the results judged and prints the table'),
    () => {
      const sane = writePdf({ kind: 'objstm', objects: documentObjects() });
      writeFileSync(join(room, 'sane.pdf'), sane);
      writeFileSync(join(room, 'bad.pdf'), 'not a PDF');
      const json = join(room, 'report.json');
      const { status, stdout } = run(room, '--json', json);
      expect(stdout).toMatch(/sane +1 +1 +0 +0/);
      expect(stdout).toContain('refused bad not_a_pdf: 1 (bad.pdf)');
      expect(stdout).toContain('copied: 1, accepted and clean: 1, a copy of the copy is the same: 1');
      expect(status).toBe(0);
      expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject([
        {
          file: 'bad.pdf',
          kind: 'bad',
          invisible: { outcome: 'refused', code: 'not_a_pdf' },
          copy: { outcome: { kind: 'refused', code: 'broken_pages' } },
        },
        { file: 'sane.pdf', kind: 'sane', invisible: { outcome: 'signed' }, visible: { outcome: 'signed' } },
      ]);
      expect(readFileSync(join(room, 'sane.pdf')).equals(sane)).toBe(true);
    },
  );

  it('tells how it is called', () => {
    expect(run().status).toBe(2);
    expect(run(join(room, 'missing')).status).toBe(2);
  });
});
