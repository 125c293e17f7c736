import { loadConfig } from "../config/config.ts";
import { type DatabaseAccess, joinDatabase, prepareSchema } from "../config/open-database.ts";
import {
  type DistributionProgress,
  distribute,
  readDistribution,
  requireCluster,
  requireStoppedNodes,
} from "../distribution/distribute.ts";
import type { Cluster } from "../distribution/distribution-store.ts";
import { moveOrg } from "../distribution/move-org.ts";
import { findMoveProgress } from "../distribution/org-shard-store.ts";
import {
  type DistributionState,
  type DistributionStep,
  type Placement,
  placementOf,
  planDistribution,
} from "../distribution/plan-distribution.ts";
import { pluralize } from "../platform/amounts.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import { StartError } from "../platform/start-error.ts";
import { requireOrg } from "./operator-act.ts";

export interface DistributeOptions {
  readonly plan?: boolean;
}

/** Distributes the schema on a Citus cluster as its owner, or prints what that would do. */
export async function runDistribute({ plan }: DistributeOptions): Promise<void> {
  await asOwner(1, async (db, access) => {
    const cluster = await requireCluster(db);
    if (plan !== true) {
      await requireStoppedNodes(db, await readDistribution(db));
    }
    await prepareSchema(access, { needsOwner: false, migrates: plan !== true });
    await requireOwner(db);
    const state = await readDistribution(db);
    console.log(formatTarget(cluster, state));
    if (plan === true) {
      console.log(formatPlan(planDistribution(state)));
      return;
    }
    const steps = await distribute(db, (progress) => console.log(formatProgress(progress)));
    console.log(steps.length === 0 ? nothingToDo : "The schema is distributed.");
  });
}

interface MoveOptions {
  readonly to: string;
  readonly blockWrites?: boolean;
}

const progressMs = 2_000;

/** Moves an organization to another worker. Nodes may run. */
export async function moveOrgToWorker(slug: string, { to, blockWrites }: MoveOptions): Promise<void> {
  const mode = blockWrites === true ? "block_writes" : "auto";
  await asOwner(2, async (db) => {
    const { id: orgId } = await requireOrg(db, slug);
    const timer = setInterval(() => void printMoveProgress(db).catch(() => {}), progressMs);
    try {
      const shard = await moveOrg(db, { orgId, to, mode }, (step, { worker, orgs }) =>
        console.log(
          step === "isolate"
            ? `Splitting ${slug} off a shard with ${orgs - 1} other organizations on ${worker}.`
            : `Moving ${slug} from ${worker}.`,
        ),
      );
      console.log(`${slug} is on ${shard.worker}.`);
    } finally {
      clearInterval(timer);
    }
  });
}

/** A help for the operator: the move works without it as well. */
async function printMoveProgress(db: PostgresDatabase): Promise<void> {
  const progress = await findMoveProgress(db);
  if (progress !== undefined) {
    const { status, copiedBytes, bytes } = progress;
    console.log(`${status}: ${(copiedBytes / 1e6).toFixed(1)} of ${(bytes / 1e6).toFixed(1)} MB`);
  }
}

type OwnerWork = (db: PostgresDatabase, access: DatabaseAccess) => Promise<void>;

async function asOwner(connectionsMax: number, work: OwnerWork): Promise<void> {
  const access = await joinDatabase(loadConfig());
  const { ownerConnectionString: connectionString } = access;
  const db = new PostgresDatabase({ connectionString, connectionsMax, applicationName: "weft-admin" });
  try {
    await work(db, access);
  } finally {
    await db.close();
    await access.close();
  }
}

async function requireOwner(db: PostgresDatabase): Promise<void> {
  const { role, isOwner } = await readSchema(db);
  if (!isOwner) {
    throw new StartError(`The role ${role} does not own the schema. Set DATABASE_OWNER_URL to the URL of the owner.`);
  }
}

const nothingToDo = "The schema is distributed. There is nothing to do.";

/** Where the tables belong. */
function formatTarget({ version, workers, shardCount }: Cluster, { tables }: DistributionState): string {
  const named = (...placements: readonly Placement[]) =>
    tables.flatMap(({ name }) => (placements.includes(placementOf(name)) ? [name] : [])).join(", ");
  return [
    `Citus ${version}, ${pluralize(workers, "worker")}, ${shardCount} shards (citus.shard_count).`,
    `on every server: ${named("reference")}`,
    `by organization on the workers: ${named("tenant")}`,
    `on the coordinator: ${named("managed", "local")}`,
  ].join("\n");
}

function formatPlan(steps: readonly DistributionStep[]): string {
  return steps.length === 0
    ? nothingToDo
    : ["Steps:", ...steps.map((step, place) => `${place + 1}. ${formatStep(step)}`)].join("\n");
}

function formatProgress({ step, number, of, ms }: DistributionProgress): string {
  return `${number} of ${of}: ${formatStep(step)} (${(ms / 1000).toFixed(1)} s)`;
}

const placeVerbs = {
  reference: (table: string) => `copy ${table} to every server`,
  tenant: (table: string) => `distribute ${table} by organization`,
  managed: (table: string) => `let Citus manage ${table} on the coordinator`,
};

function formatStep(step: DistributionStep): string {
  switch (step.kind) {
    case "drop-keys":
      return `drop ${pluralize(step.keys.length, "foreign key")}, to be added again`;
    case "place":
      return `${placeVerbs[step.placement](step.table)}${formatSize(step.bytes)}`;
    case "remove-local-rows":
      return `remove the rows of ${step.table} from the coordinator${formatSize(step.bytes)}`;
    case "add-key":
      return `add the foreign key ${step.key.name} of ${step.key.table}`;
  }
}

function formatSize(bytes: number): string {
  return bytes === 0 ? "" : `, ${bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`}`;
}
