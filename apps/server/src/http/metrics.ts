import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Sandbox } from '../sandbox/pool.ts';
import type { ListReport } from '../services/trust/face.ts';
import type { OutboxCounts } from '../storage/index.ts';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  childEnds: Counter;
}

/** The metrics of one server; a registry of its own, so that two servers in one process stay apart. */
export function openMetrics(sandbox: () => ReturnType<Sandbox['load']>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'websign_parser_jobs',
    help: 'Documents being parsed and waiting for it',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = sandbox();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'websign_request_seconds',
      help: 'Time of requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    childEnds: new Counter({
      name: 'websign_parser_ends_total',
      help: 'Parser children that ended and were replaced',
      registers,
    }),
  };
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
