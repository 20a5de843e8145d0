import { unlessInstalled } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  CHART,
  CLUSTER,
  environmentOf,
  hasHelm,
  isModelled,
  mountsOf,
  pod,
  refused,
  rendered,
  secretsOf,
} from './kubernetes.ts';
import { ran } from './tools.ts';

describe.skipIf(!hasHelm)(`the Helm chart${unlessInstalled('helm')}`, () => {
  test('is clean by helm itself', () => {
    const { status, stdout } = ran('helm', ['lint', '--strict', CHART, '--kube-version', CLUSTER]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('0 chart(s) failed') });
  });

  test.each([
    ['as it comes', {}],
    ['with everything on', { 'autoscaling.enabled': 'true', 'monitoring.serviceMonitor': 'true' }],
    [
      'with everything off',
      { 'ingress.enabled': 'false', 'networkPolicy.enabled': 'false', trustConfigMap: '' },
    ],
    [
      'with an image by its digest and long names',
      { 'image.digest': `sha256:${'a'.repeat(64)}`, replicas: '1' },
    ],
  ])('%s, renders what Kubernetes accepts', (_, values) => {
    const manifests = rendered(values);
    expect(manifests.length).toBeGreaterThan(5);
    expect(manifests.flatMap((manifest) => refused(manifest) ?? [])).toEqual([]);
    const unknown = manifests.map(({ kind }) => kind).filter((kind) => !isModelled(kind));
    expect(unknown).toEqual('monitoring.serviceMonitor' in values ? ['ServiceMonitor'] : []);
  });

  test('its pods satisfy the restricted Pod Security Standard and write nowhere but where they must', () => {
    const confined = {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    };
    expect(pod()).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 10_001,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      initContainers: [{ name: 'signer', securityContext: { ...confined, runAsUser: 10_002 } }],
      containers: [{ name: 'websign', securityContext: confined }],
    });
  });

  test('the master key is mounted into the signer’s container alone, which shares one socket’s folder with the server', () => {
    const spec = pod({ 'config.RESET_OTP_DELAY_HOURS': '48' });
    const { initContainers, containers } = spec;
    const [signer, server] = [mountsOf(initContainers), mountsOf(containers)];
    expect(signer.filter((name) => server.includes(name))).toEqual(['signer-socket']);
    expect(secretsOf(spec, initContainers)).toEqual(['master.key']);
    expect(secretsOf(spec, containers)).toEqual([
      'database-url',
      'name.key',
      's3-access-key',
      's3-secret-key',
    ]);
    expect(environmentOf(initContainers)).toEqual({
      SIGNER_SOCKET: '/run/websign-signer/open/socket',
      SIGNER_LEDGER_FILE: '/var/lib/websign-signer/kept/epochs',
      MASTER_KEY_FILE: '/run/secrets/websign-signer/master.key',
      RESET_OTP_DELAY_HOURS: '48',
    });
    expect(environmentOf(containers)).toMatchObject({ SIGNER_SOCKET: '/run/websign-signer/open/socket' });
    expect(environmentOf(containers)).not.toHaveProperty('MASTER_KEY_FILE');
    // Before the server, and after it: as Kubernetes has it since 1.29.
    expect(initContainers).toMatchObject([{ restartPolicy: 'Always', args: ['signer'] }]);
  });

  test('no secret is a value: each lies in a mounted file', () => {
    const [config] = rendered().filter(({ kind }) => kind === 'ConfigMap');
    expect(JSON.stringify(config)).not.toMatch(/_KEY_FILE|DATABASE_URL|PASSWORD|SECRET/);
    expect(JSON.stringify(rendered())).toContain('/run/secrets/websign-signer/master.key');
  });

  test('values that it does not know, and keys without a Secret, are refused', () => {
    expect(() => rendered({ replica: '3' })).toThrow(/additional properties 'replica' not allowed/);
    expect(() => rendered({ 'secrets.existingSecret': '' })).toThrow(/names the Secret with the keys/);
  });
});
