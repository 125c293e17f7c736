import { Gauge, type Registry } from "prom-client";
import { findLongestLag } from "./changes/change-consumer-store.ts";
import { countLoadsOfAllOrgs } from "./loader/load-count-store.ts";
import type { PostgresDatabase } from "./platform/database/database.ts";
import type { Reads } from "./platform/database/replica-reads.ts";
import { createMetricsRegistry } from "./platform/http/health-and-metrics.ts";
import { countJobs } from "./platform/jobs/job-store.ts";
import { buildIdentity } from "./platform/own-package.ts";
import { countDeliveriesOfAllOrgs } from "./webhooks/webhook-count-store.ts";
import { countProcessesOfAllOrgs } from "./workflows/processes/process-count-store.ts";

interface Measured {
  readonly db: PostgresDatabase;
  readonly reads: Reads;
}

type Values = Readonly<Record<string, number>>;

/** Values of the node are read each time, values of the database at most every few seconds. */
const askAgainMs = 5_000;

/** Metrics for alerts: work that piles up, and a database that runs out of connections. */
export function createProductMetrics({ db, reads }: Measured): Registry {
  const registry = createMetricsRegistry();
  const gauge = (name: string, help: string, label: string, read: () => Promise<Values>) =>
    new Gauge({ name, help, labelNames: [label], registers: [registry], collect: collector(label, read) });

  const identity = { ...buildIdentity, node: process.versions.node };
  new Gauge({
    name: "weft_build_info",
    help: "The version that this node runs, its commit, and its version of Node; always 1.",
    labelNames: Object.keys(identity),
    registers: [registry],
  }).set(identity, 1);
  gauge("weft_database_connections", "Connections of this node to PostgreSQL.", "state", async () => ({
    idle: db.pool.idleCount,
    busy: db.pool.totalCount - db.pool.idleCount,
    awaited: db.pool.waitingCount,
  }));
  gauge("weft_replica_age_seconds", "How far the replica is behind, as measured by this node.", "of", async () => {
    const ageMs = reads.ageMs();
    return ageMs === undefined ? {} : { replica: ageMs / 1000 };
  });
  gauge(
    "weft_jobs",
    "Jobs in the database.",
    "state",
    remembered(async () => ({ ...(await countJobs(db)) })),
  );
  gauge(
    "weft_loads",
    "Active loads.",
    "status",
    remembered(async () => byStatus(await countLoadsOfAllOrgs(db))),
  );
  gauge(
    "weft_workflow_processes",
    "Active workflow processes.",
    "status",
    remembered(async () => byStatus(await countProcessesOfAllOrgs(db))),
  );
  gauge(
    "weft_webhook_deliveries",
    "Pending and parked deliveries.",
    "status",
    remembered(async () => byStatus(await countDeliveriesOfAllOrgs(db))),
  );
  gauge(
    "weft_change_lag_records",
    "Lag of the consumer that is furthest behind, in records.",
    "of",
    remembered(async () => ({ consumer: await findLongestLag(db) })),
  );
  return registry;
}

/** A value that cannot be read is omitted, and the others are reported. */
function collector(label: string, read: () => Promise<Values>) {
  return async function collect(this: Gauge): Promise<void> {
    this.reset();
    for (const [value, number] of Object.entries(await read().catch((): Values => ({})))) {
      this.set({ [label]: value }, number);
    }
  };
}

function remembered(read: () => Promise<Values>): () => Promise<Values> {
  let known: Promise<Values> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (known === undefined || performance.now() - askedAt > askAgainMs) {
      askedAt = performance.now();
      known = read();
    }
    return known;
  };
}

function byStatus(counts: readonly { readonly status: string; readonly count: number }[]): Values {
  return Object.fromEntries(counts.map(({ status, count }) => [status, count]));
}
