import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../apps/server/src/settings.ts';
import { composed } from './compose.ts';
import { read } from './tools.ts';

/** Read by others: Node.js. */
const FOREIGN = new Set(['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'PATH']);
const isKnown = (name: string) => Object.hasOwn(settings, name) || FOREIGN.has(name);
const unknown = (names: Iterable<string>) => [...names].filter((name) => !isKnown(name));

interface Values {
  config: Record<string, unknown>;
  secrets: { files: Record<string, string> };
}

describe('what the deployments configure', () => {
  const compose = composed('compose.yaml');
  const values = parse(read('deploy/helm/websign/values.yaml')) as Values;

  test('the chart knows settings only', () => {
    expect(unknown([...Object.keys(values.config), ...Object.keys(values.secrets.files)])).toEqual([]);
    const template = read('deploy/helm/websign/templates/configmap.yaml');
    expect(unknown([...template.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name))).toEqual(
      [],
    );
  });

  test('compose knows settings only, and each secret that it mounts is made', () => {
    const servers = Object.entries(compose.services).filter(([name]) => /^(websign|signer)/.test(name));
    expect(servers.length).toBeGreaterThan(2);
    for (const [, { environment = {}, secrets = [] }] of servers) {
      expect(unknown(Object.keys(environment))).toEqual([]);
      const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(files.map((file) => file.slice('/run/secrets/'.length)).sort()).toEqual([...secrets].sort());
    }
    const made = [...read('deploy/compose/prepare.sh').matchAll(/\| make (\S+)/g)].map(([, name]) => name);
    const { secrets } = composed('compose.yaml', 'hsm.yaml');
    expect(Object.keys(secrets).sort()).toEqual(made.sort());
  });

  test('in compose the signer alone has the master key, is another user, and shares a socket and no more', () => {
    const { signer, ...others } = compose.services;
    const holders = Object.entries(compose.services).filter(([, { secrets = [] }]) =>
      secrets.includes('master.key'),
    );
    expect(holders.map(([name]) => name)).toEqual(['signer']);
    expect(signer).toMatchObject({ network_mode: 'none', secrets: ['master.key'], user: '10002:10002' });
    for (const name of ['websign-1', 'websign-2']) {
      const { environment, volumes = [], group_add } = others[name] ?? {};
      expect(environment?.SIGNER_SOCKET).toBe(signer?.environment?.SIGNER_SOCKET);
      expect(environment).not.toHaveProperty('MASTER_KEY_FILE');
      expect(volumes.filter((volume) => signer?.volumes?.includes(volume))).toEqual([
        'signer-socket:/run/websign-signer',
      ]);
      expect(group_add).toEqual(['10002']);
    }
    // Volumes take user and mode of the image's folders.
    const image = read('Dockerfile');
    for (const folder of ['-m 0700 /var/lib/websign-signer', '-m 0750 /run/websign-signer'])
      expect(image).toContain(`install -d -o websign-signer -g websign-signer ${folder}`);
  });

  test('in compose the proxy reaches the servers alone, by the addresses that they trust', () => {
    const networks = (name: string) => compose.services[name]?.networks ?? [];
    expect(networks('proxy')).toEqual(['outside']);
    for (const name of ['database', 'bucket']) expect(networks(name)).toEqual(['inside']);
    const subnets = compose.networks.outside?.ipam?.config.map(({ subnet }) => subnet);
    expect(subnets).toEqual([compose.services['websign-1']?.environment?.TRUST_PROXY]);
  });

  test.each(['websign.service', 'websign-signer.service', 'websign-hsm.service', 'websign-hsm.conf'])(
    '%s knows settings only',
    (file) => {
      const unit = read(`deploy/systemd/${file}`);
      const named = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
        text.split(' ').map((pair) => pair.split('=')[0] ?? ''),
      );
      expect(named.length).toBeGreaterThan(0);
      expect(unknown(named)).toEqual([]);
    },
  );

  test('the example of settings knows settings only', () => {
    const example = [...read('deploy/systemd/websign.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)];
    expect(example.length).toBeGreaterThan(5);
    expect(unknown(example.map(([, name = '']) => name))).toEqual([]);
  });
});
