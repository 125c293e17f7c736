import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Caller } from "../../access/caller.ts";
import { findChanged } from "../../entities/entity-names-store.ts";
import { conflict, invalidField } from "../../errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Load, LoadRequest } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import type { PlannedChange } from "../planning/change-plan.ts";
import { requireLoad } from "./load-access.ts";

const linesAtOnce = 1_000;

/**
 * The request that applies the plan of a dry run. Rejected if the configuration differs or an entity of the plan has
 * changed. Later changes are detected when the file is checked again.
 */
export async function checkPlanIsCurrent(
  services: LoadServices,
  caller: Caller,
  { dryRun, ...request }: LoadRequest,
  planOf: string,
): Promise<LoadRequest> {
  const planned = await requireLoad(services.db, caller, planOf);
  const { dryRun: wasDryRun, sampleRows, ...configuration } = planned.configuration;
  const planFileId = planned.report?.planFileId;
  if (wasDryRun !== true || sampleRows !== undefined || planFileId === undefined || planned.status !== "completed") {
    throw invalidField("#/applyPlanOf", `The load ${planOf} has no plan: it must be a completed dry run.`);
  }
  if (dryRun === true) {
    throw invalidField("#/dryRun", "Applying a plan writes it. Omit dryRun.");
  }
  const given = Object.entries({ ...request, applyPlanOf: undefined }).filter(([, value]) => value !== undefined);
  const other = given.find(
    ([name, value]) => !isSameJson(value, Object.entries(configuration).find(([key]) => key === name)?.[1]),
  );
  if (other !== undefined) {
    throw conflict(`${other[0]} differs from the dry run. Omit it, or make a new plan.`);
  }
  await requireUnchanged(services, caller.org.id, planned, planFileId);
  return { ...configuration, applyPlanOf: planOf };
}

async function requireUnchanged(
  { files, db }: LoadServices,
  orgId: string,
  { configuration }: Load,
  planFileId: string,
): Promise<void> {
  if ((await files.find(orgId, configuration.fileLocation ?? "")) === undefined) {
    throw conflict("The file of the dry run was deleted. Upload it again and make a new plan.");
  }
  const plan = await files.open(orgId, planFileId);
  try {
    await requireUnchangedEntities(db, orgId, plan);
  } finally {
    // A line reader that exits early leaves its stream open.
    plan.destroy();
  }
}

async function requireUnchangedEntities(db: Database, orgId: string, plan: Readable): Promise<void> {
  const lines = createInterface({ input: plan, crlfDelay: Number.POSITIVE_INFINITY });
  let changes: PlannedChange[] = [];
  const look = async () => {
    const changed = await findChanged(db, orgId, changes);
    if (changed !== undefined) {
      throw conflict(`The ${changed} changed after the plan was made. Make a new plan with dryRun.`);
    }
    changes = [];
  };
  for await (const line of lines) {
    const change: PlannedChange = JSON.parse(line);
    changes.push(change);
    if (changes.length === linesAtOnce) {
      await look();
    }
  }
  await look();
}
