import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { isInstalled, ran, unless } from './tools.ts';

const CHART = 'deploy/helm/websign';
const hasHelm = isInstalled('helm', 'version', '--short');
/** A helm that was built from its source takes an old cluster for granted. */
const CLUSTER = '1.31.0';

/** Kubernetes' own schemas, by kind. */
const MODELS = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  Service,
  ServiceAccount,
};
const isModelled = (kind: string): kind is keyof typeof MODELS => Object.hasOwn(MODELS, kind);

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: unknown;
}

interface Container {
  env: { name: string; value: string }[];
  volumeMounts: { name: string }[];
}
interface PodSpec {
  template: {
    spec: {
      initContainers: Container[];
      containers: Container[];
      volumes: { name: string; secret?: { items: { key: string }[] } }[];
    };
  };
}

const settings = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

function rendered(values: Record<string, string> = {}): Manifest[] {
  const all = ['template', 'demo', CHART, '--kube-version', CLUSTER, ...settings(values)];
  const { status, stdout, stderr } = ran('helm', all);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
}

/** What Kubernetes' schema refuses. */
function refused({ kind, ...manifest }: Manifest): string | undefined {
  if (!isModelled(kind)) return undefined;
  try {
    new MODELS[kind](manifest as never).validate();
    return undefined;
  } catch (error) {
    return `${kind}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

describe.skipIf(!hasHelm)(`the Helm chart${unless(hasHelm, 'helm')}`, () => {
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

  const deployment = (values?: Record<string, string>) => {
    const { spec } = rendered(values).find(({ kind }) => kind === 'Deployment') as { spec: PodSpec };
    return { spec };
  };

  test('its pods satisfy the restricted Pod Security Standard and write nowhere but where they must', () => {
    const confined = {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    };
    expect(deployment()).toMatchObject({
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 10_001,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            initContainers: [{ name: 'signer', securityContext: { ...confined, runAsUser: 10_002 } }],
            containers: [{ name: 'websign', securityContext: confined }],
          },
        },
      },
    });
  });

  test('the master key is mounted into the signer’s container alone, which shares one socket’s folder with the server', () => {
    const values = { 'config.RESET_OTP_DELAY_HOURS': '48' };
    const { initContainers, containers, volumes } = deployment(values).spec.template.spec;
    const mounted = (all: Container[]) =>
      all.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
    const [signer, server] = [mounted(initContainers), mounted(containers)];
    expect(signer.filter((name) => server.includes(name))).toEqual(['signer-socket']);
    const keysOf = (names: string[]) =>
      volumes.filter(({ name }) => names.includes(name)).flatMap(({ secret }) => secret?.items ?? []);
    expect(keysOf(signer).map(({ key }) => key)).toEqual(['master.key']);
    expect(keysOf(server).map(({ key }) => key)).toEqual([
      'database-url',
      'name.key',
      's3-access-key',
      's3-secret-key',
    ]);
    const settingsOf = (all: Container[]) =>
      Object.fromEntries(all.flatMap(({ env }) => env.map(({ name, value }) => [name, value])));
    expect(settingsOf(initContainers)).toEqual({
      SIGNER_SOCKET: '/run/websign-signer/open/socket',
      SIGNER_LEDGER_FILE: '/var/lib/websign-signer/kept/epochs',
      MASTER_KEY_FILE: '/run/secrets/websign-signer/master.key',
      RESET_OTP_DELAY_HOURS: '48',
    });
    expect(settingsOf(containers)).toMatchObject({ SIGNER_SOCKET: '/run/websign-signer/open/socket' });
    expect(settingsOf(containers)).not.toHaveProperty('MASTER_KEY_FILE');
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
