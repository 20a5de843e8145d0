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

  test('its pods satisfy the restricted Pod Security Standard and write nowhere but where they must', () => {
    const deployment = rendered().find(({ kind }) => kind === 'Deployment');
    expect(deployment).toMatchObject({
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 10_001,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      },
    });
  });

  test('no secret is a value: each lies in a mounted file', () => {
    const [config] = rendered().filter(({ kind }) => kind === 'ConfigMap');
    expect(JSON.stringify(config)).not.toMatch(/_KEY_FILE|DATABASE_URL|PASSWORD|SECRET/);
    expect(JSON.stringify(rendered())).toContain('/run/secrets/websign/master.key');
  });

  test('values that it does not know, and keys without a Secret, are refused', () => {
    expect(() => rendered({ replica: '3' })).toThrow(/additional properties 'replica' not allowed/);
    expect(() => rendered({ 'secrets.existingSecret': '' })).toThrow(/names the Secret with the keys/);
  });
});
