import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isInstalled, unlessInstalled } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const room = mkdtempSync(join(tmpdir(), 'websign-installed-'));
const [empty, full] = [join(room, 'empty'), join(room, 'full')];

beforeAll(() => {
  mkdirSync(empty);
  mkdirSync(join(full, 'a-folder'), { recursive: true });
  writeFileSync(join(full, 'a-program'), '', { mode: 0o755 });
  writeFileSync(join(full, 'a-text'), '', { mode: 0o644 });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(room, { recursive: true }));

describe('whether a judge is installed', () => {
  it.each([
    ['a-program', true],
    ['a-text', false],
    ['a-folder', false],
    ['missing', false],
  ])('%s: %s', (name, expected) => {
    vi.stubEnv('PATH', [empty, full].join(delimiter));
    expect(isInstalled(name)).toBe(expected);
    expect(unlessInstalled(name)).toBe(expected ? '' : ` (skipped: ${name} not installed)`);
  });

  it('what lies beside the path is found in the folders that are named alone', () => {
    vi.stubEnv('PATH', empty);
    expect(isInstalled('a-program')).toBe(false);
    expect(isInstalled('a-program', full)).toBe(true);
  });

  it('without a path nothing is, not even what lies in the working folder', () => {
    vi.stubEnv('PATH', '');
    expect(isInstalled('package.json')).toBe(false);
    expect(isInstalled('websign')).toBe(false);
  });
});
