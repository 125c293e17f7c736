import { findLagByOrg, findLongestLag } from "../changes/change-consumer-store.ts";
import type { Config } from "../config/config.ts";
import { countLoadsOfAllOrgs } from "../loader/load-count-store.ts";
import type { Database } from "../platform/database/database.ts";
import { countFailedJobsByOrg, countJobs, findOldestDueJob } from "../platform/jobs/job-store.ts";
import { countNodes } from "../platform/jobs/node-store.ts";
import {
  countDeliveriesOfAllOrgs,
  countParkedDeliveriesByOrg,
  findOldestDueDelivery,
} from "../webhooks/webhook-count-store.ts";
import { countProcessesOfAllOrgs } from "../workflows/processes/process-count-store.ts";
import { by, type MetricDefinition, remembered, type Sample } from "./metric.ts";

export interface BacklogSources {
  readonly db: Database;
  readonly config: Pick<Config, "metricsOrgsMax">;
}

/** Work of all nodes that piles up. */
export function backlogMetrics({ db, config: { metricsOrgsMax } }: BacklogSources): readonly MetricDefinition[] {
  const gauge = (name: string, help: string, labels: readonly string[], read: () => Promise<readonly Sample[]>) =>
    ({ name, help, labels, kind: "gauge", acrossProcesses: "first", read: remembered(read) }) as const;
  const ofAllOrgs = [
    gauge("weft_jobs", "Jobs in the database.", ["state"], async () => {
      const { due, running, failed } = await countJobs(db);
      return by("state", { due, running, failed });
    }),
    gauge("weft_loads", "Active loads.", ["status"], async () => byStatus(await countLoadsOfAllOrgs(db))),
    gauge("weft_workflow_processes", "Active workflow processes.", ["status"], async () =>
      byStatus(await countProcessesOfAllOrgs(db)),
    ),
    gauge("weft_webhook_deliveries", "Pending and parked deliveries.", ["status"], async () =>
      byStatus(await countDeliveriesOfAllOrgs(db)),
    ),
    gauge("weft_oldest_due_seconds", "How long the oldest work that is due has waited.", ["of"], async () =>
      by("of", { job: await findOldestDueJob(db), delivery: await findOldestDueDelivery(db) }),
    ),
    gauge("weft_change_lag_records", "Lag of the consumer that is furthest behind, in records.", ["of"], async () =>
      by("of", { consumer: await findLongestLag(db) }),
    ),
    gauge("weft_nodes", "Live nodes, and those of them that run jobs.", ["of"], async () => {
      const { all, runners } = await countNodes(db);
      return by("of", { all, runners });
    }),
  ];
  return metricsOrgsMax === 0 ? ofAllOrgs : [...ofAllOrgs, orgBacklog(db, metricsOrgsMax)];
}

/** At most three values for each of a few organizations: a label must have few values. */
function orgBacklog(db: Database, orgsMax: number): MetricDefinition {
  return {
    name: "weft_org_backlog",
    help: "Backlog of the organizations with the largest one.",
    labels: ["org", "of"],
    kind: "gauge",
    acrossProcesses: "first",
    read: remembered(async () =>
      [
        byOrg("failed_jobs", await countFailedJobsByOrg(db, orgsMax)),
        byOrg("parked_deliveries", await countParkedDeliveriesByOrg(db, orgsMax)),
        byOrg("consumer_lag_records", await findLagByOrg(db, orgsMax)),
      ].flat(),
    ),
  };
}

function byOrg(of: string, rows: readonly { readonly slug: string; readonly count: number }[]): readonly Sample[] {
  return rows.map(({ slug, count }) => [{ org: slug, of }, count]);
}

function byStatus(counts: readonly { readonly status: string; readonly count: number }[]): readonly Sample[] {
  return counts.map(({ status, count }) => [{ status }, count]);
}
