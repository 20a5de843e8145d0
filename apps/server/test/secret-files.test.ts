import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, type SettingName } from '../src/config.ts';
import { readableByAll, secretFiles } from '../src/secret-files.ts';
import { settings } from '../src/settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'websign-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As Kubernetes mounts a secret: a link to a link into a folder that is exchanged as a whole, mode 0444. */
function mounted(name: string, text: string): string {
  const place = join(folder, '..2026_11_22');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), text);
  chmodSync(join(place, name), 0o444);
  rmSync(join(folder, '..data'), { force: true });
  symlinkSync('..2026_11_22', join(folder, '..data'));
  symlinkSync(join('..data', name), join(folder, name));
  return join(folder, name);
}

const url = 'postgres://websign:pass%20word@db.example:5432/websign';

describe('secrets come from files', () => {
  test('the database’s URL with its password, over links, with and without a line end', () => {
    for (const [n, text] of [url, `${url}\n`, `${url}\r\n`, `  ${url}  \n`].entries()) {
      const file = mounted(`url${n}`, text);
      expect(readSettings({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe(url);
    }
  });

  test('a password in a plain variable is refused, and is not in the sentence', () => {
    for (const given of [url, 'postgres://u@h/d?password=secret']) {
      expect(() => readSettings({ DATABASE_URL: given })).toThrow(
        'DATABASE_URL holds a password: put the URL into a file, and name that in DATABASE_URL_FILE.',
      );
      expect(() => readSettings({ DATABASE_URL: given })).not.toThrow(/pass%20word|secret/);
    }
    expect(readSettings({ DATABASE_URL: 'postgres://u@h/d' }).DATABASE_URL).toBe('postgres://u@h/d');
  });

  test('a file that is missing, empty or of something else, or named beside the variable, is told', () => {
    const read = (DATABASE_URL_FILE: string, more = {}) => readSettings({ DATABASE_URL_FILE, ...more });
    expect(() => read(join(folder, 'none'))).toThrow('which cannot be read');
    expect(() => read(mounted('empty', '\n'))).toThrow('which holds no postgres:// URL');
    expect(() => read(mounted('wrong', 'mysql://u:topsecret@h'))).toThrow(/^(?!.*topsecret).*no postgres:/);
    expect(() => read(mounted('url', url), { DATABASE_URL: 'postgres://u@h/d' })).toThrow('unset one');
  });

  test('no setting takes a secret but from a file, and each such file is known', () => {
    const named = (Object.keys(settings) as SettingName[]).filter((name) =>
      /PASSWORD|SECRET|TOKEN|_PIN|(?<!KMS)_KEY(_|$)|P12/.test(name),
    );
    const others: SettingName[] = ['PKCS11_TOKEN'];
    expect(named.filter((name) => !name.endsWith('_FILE') && !others.includes(name))).toEqual([]);
    for (const name of named.filter((one) => one.endsWith('_FILE'))) expect(secretFiles).toContain(name);
  });

  test('a mounted file that all may read is told of and not refused', () => {
    const own = join(folder, 'own');
    writeFileSync(own, 'x', { mode: 0o600 });
    const read = readSettings({ MASTER_KEY_FILE: mounted('key', 'x'), NAME_KEY_FILE: own });
    expect(readableByAll(read)).toEqual([{ setting: 'MASTER_KEY_FILE', mode: '0444' }]);
  });
});
