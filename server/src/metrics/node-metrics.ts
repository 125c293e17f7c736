import { getHeapStatistics } from "node:v8";
import type { Config } from "../config/config.ts";
import { migrationsFolder } from "../config/open-database.ts";
import { measureClockOffsetMs } from "../doctor/check-clock.ts";
import { placesOf } from "../doctor/check-disk.ts";
import { readChain } from "../doctor/check-tls.ts";
import type { ByteQuota } from "../platform/budgets/byte-quota.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { listMigrations } from "../platform/database/migration-files.ts";
import type { Reads } from "../platform/database/replica-reads.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import type { Dependencies } from "../platform/dependencies.ts";
import { readDisks } from "../platform/disks.ts";
import { buildIdentity } from "../platform/own-package.ts";
import type { CallCounter } from "../rate-limits/call-counter.ts";
import { by, type MetricDefinition, remembered, type Sample } from "./metric.ts";

export interface NodeSources {
  readonly config: Config;
  readonly db: PostgresDatabase;
  readonly reads: Reads;
  readonly dependencies: Dependencies;
  readonly counter: CallCounter;
  /** The one that is served: SIGHUP replaces it. */
  readonly certificate: { readonly pem: string | undefined };
  /** By their names in the metrics. */
  readonly quotas: Readonly<Record<string, ByteQuota>>;
}

/** Each costs a few statements, and none changes quickly. */
const readAgainMs = 60_000;

/** The state of this node and of what it depends on. */
export function nodeMetrics(sources: NodeSources): readonly MetricDefinition[] {
  return [identityMetric, ...dependencyMetrics(sources), ...limitMetrics(sources), ...machineMetrics(sources)];
}

const identity = { ...buildIdentity, node: process.versions.node };

const identityMetric: MetricDefinition = {
  name: "weft_build_info",
  help: "The version that this node runs, its commit, and its version of Node; always 1.",
  labels: Object.keys(identity),
  kind: "gauge",
  acrossProcesses: "first",
  read: () => [[identity, 1]],
};

function dependencyMetrics({ db, reads, dependencies }: NodeSources): readonly MetricDefinition[] {
  return [
    {
      name: "weft_dependency_up",
      help: "Whether what this node depends on works: 1, or 0 during an outage.",
      labels: ["dependency"],
      kind: "gauge",
      acrossProcesses: "min",
      read: () => dependencies.all.map(({ name, isUp }) => [{ dependency: name }, isUp ? 1 : 0]),
    },
    {
      name: "weft_dependency_failures_total",
      help: "Calls that failed because of what this node depends on.",
      labels: ["dependency"],
      kind: "counter",
      acrossProcesses: "sum",
      read: () => dependencies.all.map(({ name, failures }) => [{ dependency: name }, failures]),
    },
    {
      name: "weft_database_connections",
      help: "Connections of this node to PostgreSQL.",
      labels: ["state"],
      kind: "gauge",
      acrossProcesses: "sum",
      read: () => {
        const { idleCount: idle, totalCount, waitingCount: awaited } = db.pool;
        return by("state", { idle, busy: totalCount - idle, awaited });
      },
    },
    {
      name: "weft_replica_age_seconds",
      help: "How far the replica is behind, as measured by this node.",
      labels: ["of"],
      kind: "gauge",
      acrossProcesses: "max",
      read: () => {
        const ageMs = reads.ageMs();
        return ageMs === undefined ? [] : by("of", { replica: ageMs / 1000 });
      },
    },
  ];
}

/** What this node limits, and who waits for it. */
function limitMetrics({ counter, quotas }: NodeSources): readonly MetricDefinition[] {
  const ofQuotas = (read: (quota: ByteQuota) => number): readonly Sample[] =>
    Object.entries(quotas).map(([of, quota]) => [{ of }, read(quota)]);
  return [
    {
      name: "weft_rate_limited_requests_total",
      help: "Requests rejected with 429, by the limit that they exceeded.",
      labels: ["limit"],
      kind: "counter",
      acrossProcesses: "sum",
      read: () => by("limit", counter.refusals),
    },
    {
      name: "weft_large_bytes",
      help: "Bytes of large request bodies and responses that this node holds.",
      labels: ["of"],
      kind: "gauge",
      acrossProcesses: "sum",
      read: () => ofQuotas(({ held }) => held),
    },
    {
      name: "weft_large_bytes_max",
      help: "How many bytes of large request bodies and responses this node may hold.",
      labels: ["of"],
      kind: "gauge",
      acrossProcesses: "sum",
      read: () => ofQuotas(({ bytesMax }) => bytesMax),
    },
    {
      name: "weft_large_waiting",
      help: "Requests that wait until this node may hold their large body or response.",
      labels: ["of"],
      kind: "gauge",
      acrossProcesses: "sum",
      read: () => ofQuotas(({ waiting }) => waiting),
    },
  ];
}

function machineMetrics({ config, db, certificate }: NodeSources): readonly MetricDefinition[] {
  const disks = remembered(() => readDisks(placesOf(config)), 1_000);
  return [
    {
      name: "weft_disk_free_bytes",
      help: "Free space on the disks of DATA_DIR.",
      labels: ["folder"],
      kind: "gauge",
      acrossProcesses: "first",
      read: async () => (await disks()).map(({ folder, freeBytes }) => [{ folder }, freeBytes]),
    },
    {
      name: "weft_disk_size_bytes",
      help: "Size of the disks of DATA_DIR.",
      labels: ["folder"],
      kind: "gauge",
      acrossProcesses: "first",
      read: async () => (await disks()).map(({ folder, totalBytes }) => [{ folder }, totalBytes]),
    },
    {
      name: "weft_certificate_expiry_timestamp_seconds",
      help: "When the first certificate of TLS_CERT expires, in seconds since 1970.",
      labels: [],
      kind: "gauge",
      acrossProcesses: "min",
      read: () => {
        const expiries =
          certificate.pem === undefined ? [] : readChain(certificate.pem).map(({ validTo }) => Number(validTo));
        return expiries.length === 0 ? [] : [[{}, Math.min(...expiries) / 1000]];
      },
    },
    {
      name: "weft_clock_offset_seconds",
      help: "How far the clock of the database is ahead of this node's.",
      labels: [],
      kind: "gauge",
      acrossProcesses: "first",
      read: remembered(async () => [[{}, (await measureClockOffsetMs(db)) / 1000] as const], readAgainMs),
    },
    {
      name: "weft_schema_version",
      help: "The newest migration of the database, and of this node.",
      labels: ["of"],
      kind: "gauge",
      acrossProcesses: "min",
      read: remembered(async () => {
        const { applied } = await readSchema(db);
        const known = await listMigrations(migrationsFolder);
        return by("of", {
          database: Math.max(0, ...applied.map(({ number }) => number)),
          node: Math.max(0, ...known.map(({ number }) => number)),
        });
      }, readAgainMs),
    },
    {
      name: "weft_heap_limit_bytes",
      help: "The heap limit of this node, above which it ends.",
      labels: [],
      kind: "gauge",
      acrossProcesses: "sum",
      read: () => [[{}, getHeapStatistics().heap_size_limit]],
    },
  ];
}
