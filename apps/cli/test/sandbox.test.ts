import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missingConfinements } from '@websign/server/sandbox/confinement';
import { HELPER, helperFacts } from '@websign/server/sandbox/helper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, websign } from './process.ts';
import { type OperatorFolder, operatorFolder } from './production.ts';

/** Runs the rest of its arguments where the helper cannot be started, as on a machine on which it was not built. */
const WITHOUT_HELPER = `mount --bind /dev/null ${HELPER} && exec "$0" "$@"`;
const hide = ['--user', '--map-root-user', '--mount', '--', '/bin/sh', '-c', WITHOUT_HELPER];
const built = helperFacts() !== undefined;
const hidden = built && spawnSync('unshare', [...hide, '/bin/true']).status === 0;
const skipped = hidden ? '' : ' (skipped: no helper to hide, or no namespace to hide it in)';

const confinedLines = /^(yes|NO ) {2}files: .*\n(yes|NO ) {2}network: .*\n(yes|NO ) {2}processes: .*\n/;

test('sandbox shows what is in force, and fails where something is missing', async () => {
  const { code, stdout } = await websign(['sandbox']);
  expect(stdout).toMatch(confinedLines);
  expect(code).toBe(missingConfinements().length === 0 ? 0 : 1);
  expect((await websign(['sandbox', 'remove'])).code).toBe(2);
});

describe.skipIf(!hidden)(`production without confinement${skipped}`, () => {
  let place: OperatorFolder;
  const unconfined = (args: string[], env: Record<string, string> = {}) =>
    spawnSync('unshare', [...hide, join(ROOT, 'websign'), ...args], {
      env: { ...process.env, ...place.env, ...env },
      encoding: 'utf8',
    });

  beforeAll(async () => {
    place = await operatorFolder();
    await mkdir(place.at('data'));
    // There are accounts, as far as the start looks before it starts children.
    await writeFile(place.at('data/websign.db'), '');
  });
  afterAll(() => place.remove());

  test('does not start, and says what to do', () => {
    const { status, stderr } = unconfined(['start'], { SANDBOX: 'strict' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^websign: SANDBOX=strict asks .* \(files, .*processes.*\): run \.\/websign sandbox install, .*\n$/,
      ),
    });
  });

  test('is shown by sandbox and told by doctor, as a problem or as a warning', () => {
    expect(unconfined(['sandbox'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^NO {3}files.*\n.*\nNO {3}processes/),
    });
    const told = (SANDBOX: string) =>
      /"check":"sandbox".*/.exec(unconfined(['doctor', '--json'], { SANDBOX }).stdout)?.[0];
    expect(told('strict')).toMatch(/"problem".*sandbox install/);
    expect(told('partial')).toMatch(/"warning".*sandbox install/);
  });
});
