import { findLargestOrgs, type OrgShare } from "../changes/org-share-store.ts";
import { readDistribution } from "../distribution/distribute.ts";
import {
  type Cluster,
  type FanOut,
  findCluster,
  findFanOuts,
  isDistributed,
  listWorkers,
  type Worker,
} from "../distribution/distribution-store.ts";
import { type DistributionState, planDistribution } from "../distribution/plan-distribution.ts";
import { orgTables } from "../orgs/org-tables.ts";
import { type Check, type CheckResult, fault, ok, skipped, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

export function checkDistribution({ db }: OpenedDatabase): Check {
  return {
    name: "distribution",
    async look() {
      const cluster = await findCluster(db);
      if (cluster === undefined) {
        return [skipped("The database is not distributed.")];
      }
      if (!(await isDistributed(db))) {
        return [
          skipped("The database has the extension citus, but is not distributed. weft admin distribute does that."),
        ];
      }
      const state = await readDistribution(db);
      return evaluateDistribution({
        cluster,
        state,
        workers: await listWorkers(db),
        fanOuts: await findFanOuts(db, orgTables),
        orgs: planDistribution(state).length === 0 ? await findLargestOrgs(db) : [],
      });
    },
  };
}

export interface DistributionFacts {
  readonly cluster: Cluster;
  readonly state: DistributionState;
  readonly workers: readonly Worker[];
  /** Undefined if they are not recorded. */
  readonly fanOuts: readonly FanOut[] | undefined;
  /** Those with the most changes. */
  readonly orgs: readonly OrgShare[];
}

// Below these sizes a move is not worthwhile.
const skewBytesMin = 1e9;
const skewFactor = 2;
const largeOrgChangesMin = 1_000_000;

/** The first result describes the placement; the others are faults and warnings. */
export function evaluateDistribution({
  cluster,
  state,
  workers,
  fanOuts,
  orgs,
}: DistributionFacts): readonly CheckResult[] {
  const placed = workers.map(({ address, bytes }) => `${address} ${formatGigabytes(bytes)}`).join(", ");
  const tenants = state.tables.filter(({ placement }) => placement === "tenant").length;
  return [
    ok(`Citus ${cluster.version}; tables distributed by organization: ${tenants} (${placed}).${recording(fanOuts)}`),
    ...evaluateSteps(state),
    ...workers.filter(({ isActive }) => !isActive).map(evaluateInactive),
    ...evaluateSkew(workers),
    ...(fanOuts ?? []).map(evaluateFanOut),
    ...orgs.flatMap((org) => evaluateOrg(org, workers.length)),
  ];
}

function evaluateSteps(state: DistributionState): CheckResult[] {
  const steps = planDistribution(state);
  const tables = steps.flatMap((step) => (step.kind === "place" ? [step.table] : []));
  if (steps.length === 0) {
    return [];
  }
  const detail =
    tables.length === 0
      ? `The distribution is not finished. Steps left: ${steps.length}.`
      : `These tables are not distributed yet: ${tables.join(", ")}.`;
  return [fault(detail, "Run weft admin distribute; --plan prints what it will do.")];
}

function evaluateInactive({ address }: Worker): CheckResult {
  return fault(
    `The worker ${address} is disabled: requests of organizations on it fail.`,
    "Start it, and run on the coordinator: select citus_activate_node('<address>', <port>).",
  );
}

function evaluateSkew(workers: readonly Worker[]): CheckResult[] {
  const sizes = workers.map(({ bytes }) => bytes);
  const [largest, mean] = [Math.max(0, ...sizes), sizes.reduce((sum, size) => sum + size, 0) / sizes.length];
  return workers.length > 1 && largest > skewBytesMin && largest > skewFactor * mean
    ? [
        warning(
          `The largest worker holds ${formatGigabytes(largest)}, ${(largest / mean).toFixed(1)} times the mean.`,
          "Run on the coordinator: select citus_rebalance_start().",
        ),
      ]
    : [];
}

function recording(fanOuts: DistributionFacts["fanOuts"]): string {
  return fanOuts === undefined
    ? " Statements that read all shards are not recorded: that needs pg_stat_statements and citus.stat_statements_track = 'all'."
    : "";
}

const shownLength = 200;

function evaluateFanOut({ query, calls }: FanOut): CheckResult {
  return warning(
    `A statement without an organization was sent to all shards (calls: ${calls}): ${query.slice(0, shownLength)}`,
    "Add a condition on org_id to programs of yours, and report one of Weft. To count again: select citus_stat_statements_reset().",
  );
}

/** More than the share of one worker: it cannot be evened out by moving other organizations. */
function evaluateOrg({ slug, changes, share }: OrgShare, workers: number): CheckResult[] {
  return workers > 1 && changes >= largeOrgChangesMin && share > 1 / workers
    ? [
        warning(
          `The organization ${slug} has made ${Math.round(share * 100)} % of all changes (${changes}).`,
          `Move it to a worker of its own: weft admin orgs move ${slug} --to <worker>.`,
        ),
      ]
    : [];
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
