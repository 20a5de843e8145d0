import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './tools.ts';

const place = mkdtempSync(join(tmpdir(), 'websign-bill-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What is left of an installation where nothing was installed: its lockfile and its manifests. */
const manifests = globSync(['{packages,apps}/*/package.json', '{e2e,bench,deploy}/package.json'], {
  cwd: ROOT,
});
const PROGRAM = `import { writeBill } from ${JSON.stringify(`${ROOT}scripts/launcher/bill.mjs`)};
writeBill(process.argv[1], JSON.parse(process.argv[2]));`;

function billIn(folder: string, environment: Record<string, string>): { stderr: string; text: string } {
  const target = join(place, folder);
  for (const path of ['package.json', 'package-lock.json', ...manifests])
    cpSync(join(ROOT, path), join(target, path));
  const args = ['--input-type=module', '-e', PROGRAM, target, JSON.stringify(manifests)];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  return { stderr, text: status === 0 ? readFileSync(join(target, 'sbom.cdx.json'), 'utf8') : '' };
}

test('the list of components depends on no folder, and on no setting of npm', () => {
  const one = billIn('one', {});
  expect(one.text).toContain('"pkg:npm/zod@');
  expect(billIn('another/folder', { NODE_ENV: 'production', npm_config_omit: 'optional' }).text).toBe(
    one.text,
  );
});

test('its time is SOURCE_DATE_EPOCH, or none', () => {
  const { text } = billIn('dated', { SOURCE_DATE_EPOCH: '1700000000' });
  expect(JSON.parse(text)).toMatchObject({ metadata: { timestamp: '2023-11-14T22:13:20.000Z' } });
  const wrong = billIn('wrong', { SOURCE_DATE_EPOCH: 'yesterday' });
  expect([wrong.text, wrong.stderr]).toEqual([
    '',
    expect.stringContaining('SOURCE_DATE_EPOCH is not a number'),
  ]);
});
