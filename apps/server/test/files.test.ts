import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../src/config.ts';
import { nameKey } from '../src/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'websign-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('SES-5: one server makes its own name key, once; with a database that servers share it must be given', () => {
  const made = nameKey('', folder);
  expect(nameKey('', folder)).toEqual(made);
  const shared = 'postgres://websign@db.example/websign';
  expect(() => nameKey('', folder, shared)).toThrow(ConfigError);
  expect(() => nameKey('', folder, shared)).toThrow('NAME_KEY_FILE');
  expect(nameKey(join(folder, 'name.key'), folder, shared)).toEqual(made);
});
