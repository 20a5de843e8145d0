import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Sandbox } from '../sandbox/pool.ts';
import type { ListReport } from '../services/trust/face.ts';
import type { OutboxCounts } from '../storage/index.ts';
import type { StepMetrics } from '../telemetry/observe.ts';
import type { Counts } from '../telemetry/observed.ts';

export interface Metrics extends StepMetrics, Counts {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  childEnds: Counter;
  signerEnds: Counter;
  /** An OCSP responder, a server of CRLs or of issuers' certificates gave nothing. */
  materialFailed(kind: string, code: string): void;
  /** The time-stamp authority at that place of the list, from 1, gave nothing. */
  timeStampFailed(authority: number, code: string): void;
  telemetryFailed(signal: string): void;
}

const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** The metrics of one server; a registry of its own, so that two servers in one process stay apart. */
export function openMetrics(sandbox: () => ReturnType<Sandbox['load']>, version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchSandbox(registry, sandbox);
  buildInfo(registry, version);
  const registers = [registry];
  const histogram = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name: `websign_${name}`, help, labelNames, buckets: seconds, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `websign_${name}`, help, labelNames, registers });
  const steps = histogram('step_seconds', 'Time of what requests wait for', ['step', 'kind']);
  const failures = counter('step_failures_total', 'Steps that failed', ['step', 'kind', 'code']);
  const signatures = counter('signatures_total', 'Documents of sign requests: signed, or why not', ['code']);
  const throttled = counter('throttling_failures_total', 'Failures since which an address cannot log in', []);
  const attempts = counter('attempts_total', 'Tries at passwords and codes', ['origin', 'outcome']);
  const material = counter('material_failures_total', 'Sources of revocation data that gave nothing', [
    'kind',
    'code',
  ]);
  const timeStamps = counter('time_stamp_failures_total', 'Time-stamp authorities that gave nothing', [
    'authority',
    'code',
  ]);
  const telemetry = counter('telemetry_failures_total', 'Portions that the collector did not take', [
    'signal',
  ]);
  return {
    registry,
    requests: histogram('request_seconds', 'Time of requests', ['method', 'route', 'status']),
    childEnds: counter('parser_ends_total', 'Parser children that ended and were replaced'),
    signerEnds: counter('signer_ends_total', 'Ends of the signer process, which is started again'),
    took: ({ step, kind }, time) => steps.observe({ step, kind }, time),
    failed: ({ step, kind }, code) => failures.inc({ step, kind, code }),
    signed: (code) => signatures.inc({ code }),
    attempted: (origin, outcome) => attempts.inc({ origin, outcome }),
    throttled: () => throttled.inc(),
    materialFailed: (kind, code) => material.inc({ kind, code }),
    timeStampFailed: (authority, code) => timeStamps.inc({ authority: String(authority), code }),
    telemetryFailed: (signal) => telemetry.inc({ signal }),
  };
}

function watchSandbox(registry: Registry, sandbox: () => ReturnType<Sandbox['load']>): void {
  new Gauge({
    name: 'websign_parser_jobs',
    help: 'Documents being parsed and waiting for it',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = sandbox();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function buildInfo(registry: Registry, version: string): void {
  new Gauge({
    name: 'websign_build_info',
    help: 'Which version runs; always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}

/** Requests of signers that upload or have safe copies made, as one server counts them. */
export function watchUploads({ registry }: Metrics, turns: { running: number; waiting: number }): void {
  new Gauge({
    name: 'websign_upload_requests',
    help: 'Requests that upload or make a safe copy: in their turn and waiting for it',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'running' }, turns.running);
      this.set({ state: 'waiting' }, turns.waiting);
    },
  });
}

/** The outbox's gauges; a database that does not answer makes them NaN, and the rest is told all the same. */
export function watchOutbox(
  { registry }: Metrics,
  counts: () => Promise<OutboxCounts>,
  clock: () => number,
): void {
  const registers = [registry];
  const told = () => counts().catch(() => undefined);
  new Gauge({
    name: 'websign_outbox_jobs',
    help: 'Letters and other work: to be done, given up, and handed over without an answer',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, givenUp, unknown } = (await told()) ?? {};
      this.set({ state: 'waiting' }, waiting ?? Number.NaN);
      this.set({ state: 'given_up' }, givenUp ?? Number.NaN);
      this.set({ state: 'unknown' }, unknown ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'websign_outbox_oldest_seconds',
    help: 'For how long the oldest work that waits has been due',
    registers,
    async collect() {
      const now = clock();
      const since = await told();
      this.set(since ? (now - (since.oldestDueAt ?? now)) / 1000 : Number.NaN);
    },
  });
}

/** How fresh each trusted list is; where lists are off there is nothing to tell. */
export function watchTrustedLists(
  { registry }: Metrics,
  reports: () => readonly ListReport[],
  clock: () => number,
): void {
  const registers = [registry];
  new Gauge({
    name: 'websign_trusted_lists',
    help: 'Trusted lists: within their NextUpdate, past it and still in use, and not in use',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of ['fresh', 'stale', 'missing'] as const) {
        this.set({ state }, reports().filter((report) => report.state === state).length);
      }
    },
  });
  new Gauge({
    name: 'websign_trusted_list_fresh_seconds',
    help: 'Seconds until the NextUpdate of each trusted list; below zero past it',
    labelNames: ['territory'],
    registers,
    collect() {
      this.reset();
      for (const { territory, nextUpdate } of reports()) {
        if (nextUpdate !== undefined) this.set({ territory }, (nextUpdate - clock()) / 1000);
      }
    },
  });
}

export function measure(metrics: Metrics, method: string, route: string, status: number, ms: number): void {
  metrics.requests.observe({ method, route, status: String(status) }, ms / 1000);
}
