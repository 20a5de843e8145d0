import { isInstalled } from '@websign/testkit';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parseAllDocuments } from 'yaml';
import { ran } from './tools.ts';

export const CHART = 'deploy/helm/websign';
export const hasHelm = isInstalled('helm');
/** A helm that was built from its source takes an old cluster for granted. */
export const CLUSTER = '1.31.0';

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
export const isModelled = (kind: string): kind is keyof typeof MODELS => Object.hasOwn(MODELS, kind);

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: unknown;
}

export interface Container {
  name: string;
  image: string;
  args: string[];
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: Record<string, unknown>;
  startupProbe: { exec?: { command: string[] } };
}
interface PodSpec {
  securityContext: Record<string, unknown>;
  initContainers: Container[];
  containers: Container[];
  volumes: { name: string; secret?: { items: { key: string }[] } }[];
}

/** What `--set` is given: values by their paths; an array's or object's is JSON. */
export type Values = Readonly<Record<string, string | object>>;

const settings = (values: Values) =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string'
      ? ['--set', `${name}=${value}`]
      : ['--set-json', `${name}=${JSON.stringify(value)}`],
  );

/** What the chart makes of the values. Throws Error with helm's refusal. */
export function rendered(values: Values = {}): Manifest[] {
  const all = ['template', 'demo', CHART, '--kube-version', CLUSTER, ...settings(values)];
  const { status, stdout, stderr } = ran('helm', all);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
}

/** What Kubernetes' schema refuses. */
export function refused({ kind, ...manifest }: Manifest): string | undefined {
  if (!isModelled(kind)) return undefined;
  try {
    new MODELS[kind](manifest as never).validate();
    return undefined;
  } catch (error) {
    return `${kind}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The pods that the chart makes of the values. */
export function pod(values?: Values): PodSpec {
  const found = rendered(values).find(({ kind }) => kind === 'Deployment');
  return (found as { spec: { template: { spec: PodSpec } } }).spec.template.spec;
}

export const mountsOf = (containers: Container[]): string[] =>
  containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));

/** The files of the Secret that are mounted into the containers. */
export const secretsOf = ({ volumes }: PodSpec, containers: Container[]): string[] => {
  const names = mountsOf(containers);
  return volumes
    .filter(({ name }) => names.includes(name))
    .flatMap(({ secret }) => secret?.items ?? [])
    .map(({ key }) => key);
};

export const environmentOf = (containers: Container[]): Record<string, string> =>
  Object.fromEntries(containers.flatMap(({ env }) => env.map(({ name, value }) => [name, value])));
