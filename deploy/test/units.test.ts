import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isInstalled, unlessInstalled } from '@websign/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT, ran, read } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'websign-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasSystemd = isInstalled('systemd-analyze');
/** Each, and how much of ten it may leave to whoever takes its process over, by systemd's own count. */
const UNITS = [
  ['websign', 2],
  ['websign-signer', 0.5],
  ['websign-hsm', 1.5],
] as const;
describe.skipIf(!hasSystemd)(`the systemd units${unlessInstalled('systemd-analyze')}`, () => {
  /** The program need not be installed for a unit to be judged. */
  const unit = (name: string) => join(folder, `${name}.service`);
  for (const [name] of UNITS)
    writeFileSync(
      unit(name),
      read(`deploy/systemd/${name}.service`).replace(
        /^ExecStart=\/opt\/websign\/websign .*$/m,
        'ExecStart=/bin/true',
      ),
    );

  test.each(UNITS)('%s is a unit that systemd understands whole', (name) => {
    const verify = ['verify', '--man=no', '--recursive-errors=no', unit(name)];
    const { status, stderr } = ran('systemd-analyze', verify);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('so is websign with the addition for an HSM', () => {
    const added = `${unit('websign')}.d`;
    mkdirSync(added);
    writeFileSync(join(added, 'hsm.conf'), read('deploy/systemd/websign-hsm.conf'));
    const { status, stderr } = ran('systemd-analyze', [
      'verify',
      '--man=no',
      '--recursive-errors=no',
      unit('websign'),
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each(UNITS)('%s leaves little to whoever takes it over, by systemd’s own count: %d', (name, most) => {
    const { stdout } = ran('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit(name)]);
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(most);
  });
});

/** A unit's settings: each value of a name, in order. */
const valuesOf = (file: string, name: string) =>
  [...read(`deploy/systemd/${file}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  );

describe('the users of the systemd units', () => {
  test('are one each, and the master key is the signer’s alone, in the unit and in its manual', () => {
    const users = UNITS.map(([name]) => valuesOf(`${name}.service`, 'User'));
    expect(users).toEqual([['websign'], ['websign-signer'], ['websign-hsm']]);
    const withKey = UNITS.filter(([name]) =>
      /master\.key|MASTER_KEY_FILE/.test(read(`deploy/systemd/${name}.service`)),
    );
    expect(valuesOf('websign.service', 'LoadCredential')).toEqual(['name.key:/etc/websign/secrets/name.key']);
    expect(withKey.map(([name]) => name)).toEqual(['websign-signer']);
    const once = /once\(\) \{[^}]*\}/.exec(read('docs/deploy/systemd.md'))?.[0];
    expect(once).toContain('SIGNER_SOCKET=/run/websign-signer/socket');
    expect(once).not.toMatch(/master/i);
  });

  test('meet at a socket that the signer’s group opens, of which the server’s user is', () => {
    const socket = '%t/websign-signer/socket';
    for (const file of ['websign.service', 'websign-signer.service'])
      expect(valuesOf(file, 'Environment').join(' ')).toContain(`SIGNER_SOCKET=${socket}`);
    expect(valuesOf('websign-signer.service', 'RuntimeDirectory')).toEqual(['websign-signer']);
    expect(valuesOf('websign-signer.service', 'RuntimeDirectoryMode')).toEqual(['0750']);
    expect(valuesOf('websign-signer.service', 'Group')).toEqual(
      valuesOf('websign.service', 'SupplementaryGroups'),
    );
    for (const file of ['websign-hsm.conf', 'websign-hsm.service'])
      expect(valuesOf(file, 'Environment').join(' ')).toContain('HSM_SOCKET=%t/websign-hsm/socket');
    expect(valuesOf('websign-hsm.service', 'Group')).toEqual(
      valuesOf('websign-hsm.conf', 'SupplementaryGroups'),
    );
    for (const [name] of UNITS) expect(valuesOf(`${name}.service`, 'StateDirectoryMode')).toEqual(['0700']);
  });
});

const hasCaddy = isInstalled('caddy');
describe.skipIf(!hasCaddy)(`Caddy${unlessInstalled('caddy')}`, () => {
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
  const place = join(folder, 'compose');
  const secrets = join(place, 'secrets');
  cpSync(join(ROOT, 'deploy/compose'), place, {
    recursive: true,
    filter: (path) => !/^(secrets|trust|hsm)$/.test(basename(path)),
  });
  const prepare = (args: string[] = [], input = '') => ran(join(place, 'prepare.sh'), args, {}, input);

  test('makes keys of the right form once, closed to others, and none anew', () => {
    expect(prepare().status).toBe(0);
    const all = () => readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'latin1'));
    const first = all();
    expect(readFileSync(join(secrets, 'master.key'), 'utf8')).toMatch(/^1:[A-Za-z0-9+/]{43}=\n$/);
    expect(statSync(join(secrets, 'name.key')).size).toBe(32);
    expect(statSync(secrets).mode & 0o077).toBe(0);
    expect(new URL(readFileSync(join(secrets, 'database-url'), 'utf8')).password).toHaveLength(32);
    expect(prepare().status).toBe(0);
    expect(all()).toEqual(first);
    // The containers' own user reads it as it lies there.
    expect(statSync(join(place, 'trust')).mode & 0o777).toBe(0o755);
  });

  test('asked for an HSM, takes its token’s PIN once, and says where there is none', () => {
    const pin = join(secrets, 'hsm.pin');
    expect(prepare().status).toBe(0);
    expect(existsSync(pin)).toBe(false);
    expect(prepare(['hsm'])).toMatchObject({ status: 1, stderr: 'There is no PIN to read.\n' });
    expect(existsSync(pin)).toBe(false);
    expect(prepare(['hsm'], 'a \\ b%s\n')).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(pin, 'utf8')).toBe('a \\ b%s\n');
    // The container's own user reads it, past a folder that nobody else here enters.
    expect(statSync(pin).mode & 0o777).toBe(0o444);
    expect(prepare(['hsm'], 'another\n').status).toBe(0);
    expect(readFileSync(pin, 'utf8')).toBe('a \\ b%s\n');
    expect(statSync(join(place, 'hsm')).mode & 0o777).toBe(0o755);
    expect(existsSync(join(place, 'hsm.env'))).toBe(true);
  });
});
