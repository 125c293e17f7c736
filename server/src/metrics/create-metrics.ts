import { collectDefaultMetrics, Registry } from "prom-client";
import { type BacklogSources, backlogMetrics } from "./backlog-metrics.ts";
import { addMetric } from "./metric.ts";
import { type NodeSources, nodeMetrics } from "./node-metrics.ts";

/** Metrics for alerts. docs/operating.md lists them, which a test compares. */
export function createMetrics(sources: NodeSources & BacklogSources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const definition of [...nodeMetrics(sources), ...backlogMetrics(sources)]) {
    addMetric(registry, definition);
  }
  return registry;
}
