import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isInstalled, ROOT, ran, read, unless } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'websign-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasSystemd = isInstalled('systemd-analyze', '--version');
describe.skipIf(!hasSystemd)(`the systemd unit${unless(hasSystemd, 'systemd')}`, () => {
  /** The program need not be installed for the unit to be judged. */
  const unit = join(folder, 'websign.service');
  writeFileSync(
    unit,
    read('deploy/systemd/websign.service').replace('/opt/websign/websign start', '/bin/true'),
  );

  test('is a unit that systemd understands whole', () => {
    const { status, stderr } = ran('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', unit]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('leaves little to whoever takes the service over, by systemd’s own count', () => {
    const { stdout } = ran('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit]);
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(2);
  });
});

const hasCaddy = isInstalled('caddy', 'version');
describe.skipIf(!hasCaddy)(`Caddy${unless(hasCaddy, 'caddy')}`, () => {
  test.each(['deploy/compose/Caddyfile', 'deploy/caddy/Caddyfile'])('takes %s', (file) => {
    const environment = { SITE: 'https://sign.example', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const { status, stderr } = ran(
      'caddy',
      ['validate', '--config', file, '--adapter', 'caddyfile'],
      environment,
    );
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});

describe('prepare.sh of compose', () => {
  test('makes keys of the right form once, closed to others, and none anew', () => {
    const place = join(folder, 'compose');
    cpSync(join(ROOT, 'deploy/compose'), place, {
      recursive: true,
      filter: (path) => !/secrets|trust/.test(path),
    });
    expect(ran(join(place, 'prepare.sh'), []).status).toBe(0);
    const secrets = join(place, 'secrets');
    const all = () => readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'latin1'));
    const first = all();
    expect(readFileSync(join(secrets, 'master.key'), 'utf8')).toMatch(/^1:[A-Za-z0-9+/]{43}=\n$/);
    expect(statSync(join(secrets, 'name.key')).size).toBe(32);
    expect(statSync(secrets).mode & 0o077).toBe(0);
    expect(new URL(readFileSync(join(secrets, 'database-url'), 'utf8')).password).toHaveLength(32);
    expect(ran(join(place, 'prepare.sh'), []).status).toBe(0);
    expect(all()).toEqual(first);
    // The containers' own user reads it as it lies there.
    expect(statSync(join(place, 'trust')).mode & 0o777).toBe(0o755);
  });
});
