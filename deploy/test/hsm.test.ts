import { readFileSync } from 'node:fs';
import { unlessInstalled } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { settings } from '../../apps/server/src/settings.ts';
import { composed } from './compose.ts';
import {
  environmentOf,
  hasHelm,
  mountsOf,
  pod,
  refused,
  rendered,
  secretsOf,
  type Values,
} from './kubernetes.ts';
import { ROOT, read } from './tools.ts';

/** What only the HSM process is told. */
const ITS_OWN = /^PKCS11_(?!TOKEN$)/;

describe('the HSM process in compose', () => {
  const compose = composed('compose.yaml', 'hsm.yaml');
  const { hsm, signer } = compose.services;
  const servers = ['websign-1', 'websign-2'];

  test('is there with its own file alone, and changes nothing but the servers', () => {
    const without = composed('compose.yaml');
    expect(without.services).not.toHaveProperty('hsm');
    expect(JSON.stringify(without)).not.toMatch(/hsm|PKCS11/i);
    const others = Object.keys(without.services).filter((name) => !servers.includes(name));
    for (const name of others) expect(compose.services[name]).toEqual(without.services[name]);
  });

  test('knows settings only, and alone has module and PIN, which is made', () => {
    const names = Object.keys(hsm?.environment ?? {});
    expect(names.filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
    expect(names.sort()).toEqual(['HSM_SOCKET', 'PKCS11_MODULE', 'PKCS11_PIN_FILE', 'PKCS11_TOKEN']);
    expect(hsm?.environment?.PKCS11_PIN_FILE).toBe('/run/secrets/hsm.pin');
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
      expect(secrets.includes('hsm.pin')).toBe(name === 'hsm');
      if (name !== 'hsm') expect(Object.keys(environment).filter((each) => ITS_OWN.test(each))).toEqual([]);
    }
    expect(hsm?.secrets).toEqual(['hsm.pin']);
    expect(compose.secrets['hsm.pin']).toEqual({ file: './secrets/hsm.pin' });
    expect(read('deploy/compose/prepare.sh')).toContain('| make hsm.pin\n');
  });

  test('is a user of its own in the image with the bridge, with a network of its own, confined', () => {
    expect(hsm).toMatchObject({
      build: { context: '../..', target: 'pkcs11' },
      command: ['hsm'],
      user: '10003:10003',
      networks: ['hsm'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: '1g',
      stop_grace_period: '20s',
    });
    const images = Object.entries(compose.services).filter(([, { image }]) => image === hsm?.image);
    expect(images.map(([name]) => name)).toEqual(['hsm']);
    const inNetwork = Object.entries(compose.services).filter(([, { networks = [] }]) =>
      networks.includes('hsm'),
    );
    expect(inNetwork.map(([name]) => name)).toEqual(['hsm']);
  });

  test('shares its socket with the servers, which are of its group and wait for it, and nothing with the signer', () => {
    const named = (volumes: string[] = []) => volumes.map((volume) => volume.split(':')[0]);
    for (const name of servers) {
      const { environment, volumes, group_add, depends_on } = compose.services[name] ?? {};
      expect(environment?.HSM_SOCKET).toBe(hsm?.environment?.HSM_SOCKET);
      expect(environment?.PKCS11_TOKEN).toBe(hsm?.environment?.PKCS11_TOKEN);
      expect(environment?.SIGNER_SOCKET).toBe(signer?.environment?.SIGNER_SOCKET);
      expect(volumes?.filter((volume) => hsm?.volumes?.includes(volume))).toEqual([
        'hsm-socket:/run/websign-hsm',
      ]);
      expect(group_add).toEqual(['10002', '10003']);
      expect(depends_on?.hsm).toEqual({ condition: 'service_healthy' });
      expect(depends_on?.signer).toEqual({ condition: 'service_healthy' });
    }
    expect(named(hsm?.volumes).filter((name) => named(signer?.volumes).includes(name))).toEqual([]);
    for (const name of ['hsm', 'hsm-socket']) expect(compose.volumes).toHaveProperty(name);
  });

  test('finds its folders in the image, and the engine that builds it nothing secret', () => {
    const image = read('Dockerfile');
    for (const folder of ['-m 0700 /var/lib/websign-hsm', '-m 0750 /run/websign-hsm'])
      expect(image).toContain(`install -d -o websign-hsm -g websign-hsm ${folder}`);
    expect(image).toContain('--gid 10003 websign-hsm');
    expect(image).toContain('--uid 10003 --gid websign-hsm');
    const kept = read('.dockerignore').split('\n');
    const own = readFileSync(`${ROOT}deploy/compose/.gitignore`, 'utf8').trim().split('\n');
    expect(own).toContain('secrets/');
    for (const name of own) expect(kept).toContain(`deploy/compose/${name.replace(/\/$/, '')}`);
  });
});

describe.skipIf(!hasHelm)(`the HSM process in the Helm chart${unlessInstalled('helm')}`, () => {
  const enabled = {
    'hsm.enabled': 'true',
    'hsm.module': '/opt/hsm/lib/module.so',
    'hsm.token': 'service',
    'secrets.files.PKCS11_PIN_FILE': 'hsm.pin',
  };
  const whole: Values = {
    ...enabled,
    'hsm.env': { ChrystokiConfigurationPath: '/opt/hsm/etc', A_NAME: 'of no maker that we know' },
    'hsm.volumes': [{ name: 'module', persistentVolumeClaim: { claimName: 'hsm', readOnly: true } }],
    'hsm.volumeMounts': [{ name: 'module', mountPath: '/opt/hsm', readOnly: true }],
    'config.PKCS11_SESSIONS': '4',
    'networkPolicy.extraEgress': [
      { to: [{ ipBlock: { cidr: '10.20.0.5/32' } }], ports: [{ port: 1792, protocol: 'TCP' }] },
    ],
  };
  const parted = (values: Values) => {
    const spec = pod(values);
    const [signer, hsm, ...further] = spec.initContainers;
    if (signer?.name !== 'signer' || hsm?.name !== 'hsm' || further.length > 0)
      throw new Error(JSON.stringify(spec.initContainers));
    return { spec, signer, hsm, server: spec.containers };
  };

  test('is not there unless it is enabled', () => {
    expect(JSON.stringify(rendered())).not.toMatch(/hsm|pkcs11/i);
    expect(pod().securityContext).toMatchObject({ supplementalGroups: [10_002] });
  });

  test.each([
    ['with all that it may be told', whole],
    ['without a PIN, where every key is under its person’s own', { ...enabled, 'hsm.token': '' }],
  ])('%s, renders what Kubernetes accepts', (_, values) => {
    expect(rendered(values).flatMap((manifest) => refused(manifest) ?? [])).toEqual([]);
  });

  test('is a user of its own, confined, of the image with the bridge, there before the server', () => {
    const { spec, hsm } = parted(whole);
    expect(spec.securityContext).toMatchObject({ supplementalGroups: [10_002, 10_003] });
    expect(hsm).toMatchObject({
      image: 'websign:0.1.0-pkcs11',
      args: ['hsm'],
      restartPolicy: 'Always',
      securityContext: {
        runAsUser: 10_003,
        runAsGroup: 10_003,
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { limits: { memory: '1Gi' } },
    });
  });

  test('alone has module and PIN; the servers have its socket, the signer nothing of it', () => {
    const { spec, signer, hsm, server } = parted(whole);
    expect(environmentOf([hsm])).toEqual({
      HSM_SOCKET: '/run/websign-hsm/open/socket',
      PKCS11_MODULE: '/opt/hsm/lib/module.so',
      PKCS11_TOKEN: 'service',
      PKCS11_PIN_FILE: '/run/secrets/websign-hsm/hsm.pin',
      PKCS11_SESSIONS: '4',
      PKCS11_ENVIRONMENT: 'A_NAME,ChrystokiConfigurationPath',
      ChrystokiConfigurationPath: '/opt/hsm/etc',
      A_NAME: 'of no maker that we know',
    });
    expect(secretsOf(spec, [hsm])).toEqual(['hsm.pin']);
    expect(secretsOf(spec, [signer])).toEqual(['master.key']);
    expect(secretsOf(spec, server)).not.toContain('hsm.pin');
    const [its, signers, servers] = [[hsm], [signer], server].map(mountsOf);
    expect(its?.filter((name) => servers?.includes(name))).toEqual(['hsm-socket']);
    expect(its?.filter((name) => signers?.includes(name))).toEqual([]);
    expect(its).toContain('module');
    const told = environmentOf(server);
    expect(told).toMatchObject({ HSM_SOCKET: '/run/websign-hsm/open/socket', PKCS11_TOKEN: 'service' });
    expect(Object.keys({ ...told, ...environmentOf([signer]) }).filter((name) => ITS_OWN.test(name))).toEqual(
      [],
    );
  });

  test('without a token of the service’s it is given no PIN, nor is the server', () => {
    const { spec, hsm, server } = parted({ ...enabled, 'hsm.token': '' });
    expect(environmentOf([hsm])).not.toHaveProperty('PKCS11_PIN_FILE');
    expect(secretsOf(spec, [hsm, ...server])).not.toContain('hsm.pin');
    expect(mountsOf([hsm])).not.toContain('hsm-pin');
  });

  test('its image goes by the other’s name, or by one of its own', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const image = (values: Values) => parted({ ...enabled, ...values }).hsm.image;
    expect(image({ 'image.repository': 'registry.example/websign', 'image.tag': 'v7' })).toBe(
      'registry.example/websign:v7-pkcs11',
    );
    expect(image({ 'hsm.image.repository': 'ours', 'hsm.image.tag': 'luna' })).toBe('ours:luna');
    expect(image({ 'image.digest': digest, 'hsm.image.digest': digest })).toBe(`websign@${digest}`);
    expect(() => image({ 'image.digest': digest })).toThrow(/hsm\.image\.digest or hsm\.image\.tag names/);
  });

  test.each<[string, Values, RegExp]>([
    ['no module', { 'hsm.module': '' }, /hsm\/module/],
    ['a module without its folder', { 'hsm.module': 'module.so' }, /hsm\/module/],
    ['no token', { 'hsm.token': 'null' }, /hsm\/?'?: .*token|hsm\/token/],
    ['a token without its PIN', { 'secrets.files.PKCS11_PIN_FILE': '' }, /PKCS11_PIN_FILE/],
    ['a value that it does not know', { 'hsm.pin': '0471' }, /additional properties 'pin' not allowed/],
    ['the module for the server', { 'config.PKCS11_MODULE': '/m.so' }, /PKCS11_MODULE/],
    ['a setting as the module’s own', { 'hsm.env': { HSM_SOCKET: '/tmp/socket' } }, /HSM_SOCKET/],
    ['the master key', { 'hsm.volumeMounts': [{ name: 'master-key', mountPath: '/k' }] }, /volumeMounts/],
  ])('is refused with %s', (_, values, why) => {
    expect(() => rendered({ ...enabled, ...values })).toThrow(why);
  });
});
