import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../../../scripts/score.ts', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'websign-score-test-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 });

const manifest = (rows: string[][]): void =>
  writeFileSync(join(room, 'manifest.tsv'), rows.map((row) => row.join('\t')).join('\n'));

describe('the score of the check before signing', () => {
  const sane = writePdf({ kind: 'table', objects: documentObjects() });
  const script = writePdf({
    kind: 'table',
    objects: documentObjects({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert) >>' }),
  });

  it('SGN-7: holds each file against the verdict that its manifest expects', () => {
    writeFileSync(join(room, 'sane.pdf'), sane);
    writeFileSync(join(room, 'script.pdf'), script);
    manifest([
      ['file', 'class', 'expected_verdict'],
      ['sane.pdf', 'benign', 'CLEAN'],
      ['script.pdf', 'active-js', 'ACTIVE: JavaScript'],
    ]);
    const json = join(room, 'score.json');
    const { status, stdout } = run(room, '--json', json);
    expect(stdout).toMatch(/active-js +1 +1\/1 +0 +0 /);
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject([
      { file: 'sane.pdf', outcome: { kind: 'accept' } },
      { file: 'script.pdf', outcome: { kind: 'refuse', why: ['javascript'], code: true } },
    ]);
  });

  it('names what was missed or wrongly refused, and fails', () => {
    manifest([
      ['file', 'class', 'expected_verdict'],
      ['sane.pdf', 'active-js', 'ACTIVE'],
      ['script.pdf', 'benign', 'CLEAN'],
    ]);
    const { status, stdout } = run(room);
    expect(stdout).toContain('MISSED active-js sane.pdf: ACTIVE');
    expect(stdout).toContain('WRONGLY REFUSED benign script.pdf: javascript');
    expect(stdout).toContain('MISSED benign: none refused');
    expect(status).toBe(1);
  });

  it('a file that cannot be read costs itself', () => {
    writeFileSync(join(room, 'bad.pdf'), 'not a PDF');
    manifest([
      ['file', 'qpdf_check'],
      ['bad.pdf', 'bad'],
      ['sane.pdf', 'sane'],
    ]);
    const { status, stdout } = run(room);
    expect(stdout).toMatch(/all +2 +0\/0 +0 +0 +0 +1 /);
    expect(status).toBe(0);
  });

  it('tells how it is called', () => {
    expect(run().status).toBe(2);
    manifest([
      ['file', 'class', 'expected_verdict'],
      ['missing.pdf', 'benign', 'CLEAN'],
    ]);
    const { status, stderr } = run(room);
    expect(status).toBe(2);
    expect(stderr).toContain('names missing.pdf, which is not there');
  });
});

const corpus = process.env.WEBSIGN_CORPUS ?? '';
const folders = ['.', ...(corpus === '' ? [] : readdirSync(corpus))]
  .map((name) => join(corpus, name))
  .filter((folder) => corpus !== '' && existsSync(join(folder, 'manifest.tsv')));
const skipped = folders.length === 0 ? ' (skipped: WEBSIGN_CORPUS not set, or without a manifest.tsv)' : '';

describe.skipIf(folders.length === 0)('the marks', () => {
  it(`SGN-7: are made over every folder of the corpus${skipped}`, { timeout: 900_000 }, () => {
    for (const folder of folders) {
      const { status, stdout } = run(folder);
      expect({ folder, status, stdout }).toMatchObject({ status: 0 });
    }
  });
});

const outside = process.env.WEBSIGN_OUTSIDE ?? '';
const deceptions = join(outside, 'deceptions');
const unset = outside === '' ? ' (skipped: WEBSIGN_OUTSIDE not set)' : '';

describe.skipIf(outside === '')('the marks over deceptions and everyday files of others', () => {
  it.each(['bad', 'good'])(
    `SGN-7: are made by the check before signing: %s${unset}`,
    { timeout: 900_000 },
    (name) => {
      const { status, stdout } = run(join(deceptions, name));
      expect({ status, stdout }).toMatchObject({ status: 0 });
    },
  );

  it.each(['bad', 'good'])(
    `are made by the verdicts on signatures: %s${unset}`,
    { timeout: 900_000 },
    (name) => {
      const trust = join(deceptions, 'trust');
      const { status, stdout } = run(join(deceptions, name), '--signatures', '--trust', trust);
      expect({ status, stdout }).toMatchObject({ status: 0 });
      expect(stdout).not.toContain('OTHERWISE');
    },
  );
});
