import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type Measured = MetricObjectWithValues<MetricValue<string>>;
type Value = MetricValue<string> & { metricName?: string };
interface Span {
  startTime: HrTime;
  endTime: HrTime;
}

/** What `/metrics` says, as OTLP has it: one set of metrics, told in two ways. */
export async function resourceMetrics(
  registry: Registry,
  resource: Resource,
  since: number,
  version: string,
): Promise<ResourceMetrics> {
  const span = { startTime: millisToHrTime(since), endTime: millisToHrTime(Date.now()) };
  const all = (await registry.getMetricsAsJSON()) as Measured[];
  const metrics = all.flatMap((metric) => metricData(metric, span));
  return { resource, scopeMetrics: [{ scope: { name: 'websign', version }, metrics }] };
}

function metricData(metric: Measured, span: Span): MetricData[] {
  const { name, help: description, values } = metric;
  const common = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The registry's own declarations and what it answers differ: it answers names.
  switch (String(metric.type)) {
    case 'counter':
      return [
        {
          ...common,
          dataPointType: DataPointType.SUM,
          isMonotonic: true,
          dataPoints: numbers(values, span),
        },
      ];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers(values, span) }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, span) }];
    default:
      return [];
  }
}

const numbers = (values: readonly Value[], span: Span): DataPoint<number>[] =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...span, attributes: attributesOf(labels), value }));

function attributesOf(labels: Value['labels']): Attributes {
  const { le: _, ...rest } = labels;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']));
}

/** Prometheus tells cumulated buckets, the sum and the count one by one. */
function histograms(values: readonly Value[], span: Span): DataPoint<Histogram>[] {
  const series = new Map<string, { attributes: Attributes; of: Value[] }>();
  for (const value of values) {
    const attributes = attributesOf(value.labels);
    const key = JSON.stringify(attributes);
    const known = series.get(key) ?? { attributes, of: [] };
    known.of.push(value);
    series.set(key, known);
  }
  return [...series.values()].map(({ attributes, of }) => ({ ...span, attributes, value: histogram(of) }));
}

function histogram(values: readonly Value[]): Histogram {
  const ending = (suffix: string) =>
    values.find(({ metricName }) => metricName?.endsWith(suffix) === true)?.value ?? 0;
  const buckets = values.filter(({ labels }) => labels.le !== undefined);
  const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
  const count = ending('_count');
  const cumulated = [...buckets.slice(0, boundaries.length).map(({ value }) => value), count];
  const counts = cumulated.map((value, at) => value - (cumulated[at - 1] ?? 0));
  return { buckets: { boundaries, counts }, sum: ending('_sum'), count };
}
