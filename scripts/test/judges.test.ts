import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgesEnvironment } from '../launcher/judges.mjs';

const room = mkdtempSync(join(tmpdir(), 'websign-judges-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const written = (name: string, text: string): string => {
  const file = join(room, name);
  writeFileSync(file, text);
  return file;
};

describe('judges that are installed while other tests run', () => {
  it('are told by the lines of a file, once it is there', async () => {
    const file = join(room, 'late');
    const told = judgesEnvironment(file);
    renameSync(written('draft', 'PATH=/a/bin:/b=c/bin\nWEBSIGN_DSS=/a/dss\n'), file);
    expect(await told).toEqual({ PATH: '/a/bin:/b=c/bin', WEBSIGN_DSS: '/a/dss' });
  });

  it('end the tests with the reason why there are none', async () => {
    const file = written('failed', 'The judges could not be installed.\n');
    await expect(judgesEnvironment(file)).rejects.toThrow('The judges could not be installed.');
    await expect(judgesEnvironment(join(room, 'never'), 0)).rejects.toThrow('not installed in time');
  });
});
