import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { V8_FLAGS } from '@websign/server/sandbox/confinement';
import { describe, expect, it, test } from 'vitest';
import { keepAddresses } from '../bundle/addresses.ts';
import { FOLDER, PROGRAMS } from '../bundle/programs.ts';

const files = readdirSync(FOLDER);
const code = files.filter((file) => file.endsWith('.code.cjs'));

describe('a bundle', () => {
  it.each(Object.keys(PROGRAMS))('is there for the program %s', (name) => {
    expect(files).toEqual(
      expect.arrayContaining([`${name}.cjs`, `${name}.code.cjs`, `${name}.code.cjs.cache`]),
    );
  });

  it.each([
    ['a child', V8_FLAGS, (file: string) => file.startsWith('child.')],
    ['every other program', [], (file: string) => !file.startsWith('child.')],
  ] as const)('takes what V8 compiled of each of its files, under the flags of %s', (_, flags, isOf) => {
    const files = code.filter(isOf);
    expect(files).not.toEqual([]);
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [
        ...flags,
        '--max-old-space-size=448',
        '--disable-sigusr1',
        '-e',
        TAKE_CACHES,
        join(FOLDER, 'load.cjs'),
        ...files,
      ],
      { encoding: 'utf8' },
    );
    expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: '' });
  });

  it('has the sources’ own addresses and no others', () => {
    for (const file of code) expect(readFileSync(join(FOLDER, file), 'utf8')).not.toContain('import.meta');
  });
});

/** What `./websign sandbox install` makes beside the bundles, of this machine. */
const MADE_HERE = /^(confine|copy\.node|child\.blob(\.maker)?)$/;

test('made anew in another folder it is the same to the octet, what V8 compiled included', {
  timeout: 120_000,
  // On a machine that is very busy V8 may collect what it compiled before that is kept: this was seen once.
  retry: 1,
}, () => {
  const again = mkdtempSync(join(FOLDER, '../.cache/bundles-again-'));
  try {
    const args = [join(FOLDER, '../scripts/bundle.ts'), again];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(prints(again)).toEqual(prints(FOLDER).filter(([name]) => !MADE_HERE.test(name)));
  } finally {
    rmSync(again, { recursive: true });
  }
});

const prints = (folder: string): [name: string, print: string][] =>
  readdirSync(folder)
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);

/** Prints the files of which the cache is turned down. */
const TAKE_CACHES = `
  const [loader, ...files] = process.argv.slice(1);
  const { compile } = require(loader);
  for (const file of files)
    if (compile(file).cachedDataRejected !== false) console.log(file);
`;

test('a module that is started as a program and has no bundle is refused', () => {
  const { transform } = keepAddresses();
  const handler =
    transform !== undefined && 'handler' in Object(transform) ? Object(transform).handler : undefined;
  const source = "start(new URL('./nowhere.ts', import.meta.url));";
  expect(() => handler?.(source, join(FOLDER, '../packages/pdf/src/index.ts'))).toThrow('has no bundle');
});

test('stacks name the sources', () => {
  const { stderr } = spawnSync(process.execPath, [join(FOLDER, 'websign.cjs'), 'sing', '--trace'], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/at \w+ \(apps\/cli\/src\/main\.ts:\d+:\d+\)/);
});
