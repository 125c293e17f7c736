import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Caller } from "../../access/caller.ts";
import { findChanged } from "../../entities/model/entity-store.ts";
import type { Writer } from "../../entities/model/write-request.ts";
import { mayReadBytes } from "../../files/files.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { conflict, invalidField } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { isSameJson } from "../../platform/same-json.ts";
import { readConfiguration } from "../configuration/read-configuration.ts";
import { abandonLoad, endLoadRun } from "../engine/end-load.ts";
import { queueLoadWork } from "../engine/load-jobs.ts";
import { runLoad } from "../engine/run-load.ts";
import { emptyReport, type Load, type LoadAddress, type LoadRequest, noProgress } from "../load.ts";
import { LoadInterruptedError } from "../load-errors.ts";
import type { LoadServices } from "../load-services.ts";
import { findLoad, insertLoad } from "../load-store.ts";
import type { PlannedChange } from "../passes/change-plan.ts";
import { requireLoad, requireLoadRight } from "./read-load.ts";

export interface LoadStart {
  /** The id of the load, for requests that may be repeated. Default: generated. */
  readonly id?: string;
  readonly caller: Caller;
  readonly writer: Writer;
  readonly request: LoadRequest;
  /** Aborted when the caller has disconnected. */
  readonly ended: AbortSignal;
  /** Further writes in the transaction that queues the load, such as the response for its idempotency key. */
  readonly alongside?: (tx: Transaction, load: Load) => Promise<void>;
}

/** Queues a load. A sample run returns its result at once. */
export async function startLoad(services: LoadServices, start: LoadStart): Promise<Load> {
  const { id = newId(), caller, writer, request, ended, alongside = async () => {} } = start;
  requireLoadRight(caller, "create", "list");
  const orgId = caller.org.id;
  const configuration = await completeRequest(services, caller, request);
  const author = { ...writer.author, source: "loader", sourceId: id } as const;
  const address = { orgId, loadId: id };
  const isLook = configuration.sampleRows !== undefined;
  await services.db.transaction(async (tx) => {
    await insertLoad(tx, orgId, { id, configuration, writer: { rights: writer.rights, author } });
    if (!isLook) {
      await queueLoadWork(services, tx, { verb: "run", address });
    }
    await alongside(tx, await requireLoad(tx, caller, id));
  });
  if (isLook) {
    await look(services, address, ended);
  }
  return requireLoad(services.db, caller, id);
}

/** No node resumes a sample run that has failed, so it always ends. */
async function look(services: LoadServices, address: LoadAddress, ended: AbortSignal): Promise<void> {
  try {
    await runLoad(services, address, ended);
  } catch (error) {
    await (error instanceof LoadInterruptedError
      ? cancelLook(services, address)
      : abandonLoad(services, address, error));
    throw error;
  }
}

async function cancelLook(services: LoadServices, { orgId, loadId }: LoadAddress): Promise<void> {
  const load = await findLoad(services.db, orgId, loadId);
  if (load !== undefined) {
    const ending = { status: "canceled", progress: noProgress, report: emptyReport } as const;
    await endLoadRun({ services, orgId, load }, ending);
  }
}

/** The request overrides the configuration file, and an applied plan uses the request of its dry run. */
async function completeRequest(services: LoadServices, caller: Caller, request: LoadRequest): Promise<LoadRequest> {
  const { loaderConfigurationId, applyPlanOf } = request;
  if (request.sampleRows !== undefined && request.dryRun !== true) {
    throw invalidField("#/sampleRows", "sampleRows requires dryRun: true.");
  }
  if (applyPlanOf !== undefined) {
    return checkPlanIsCurrent(services, caller, request, applyPlanOf);
  }
  const inFile =
    loaderConfigurationId === undefined ? {} : await readConfiguration(services.files, caller, loaderConfigurationId);
  const complete = { ...inFile, ...request };
  await requireFile(services, caller, complete);
  if (complete.loadType === undefined) {
    throw invalidField("#/loadType", 'loadType is missing: specify what the file contains, such as ["ITEM"].');
  }
  return complete;
}

async function requireFile({ files }: LoadServices, caller: Caller, { fileLocation }: LoadRequest): Promise<void> {
  if (fileLocation === undefined) {
    throw invalidField(
      "#/fileLocation",
      "fileLocation is missing: the id of the CSV file, as returned by POST /api/files.",
    );
  }
  const file = await files.find(caller.org.id, fileLocation);
  if (file === undefined || !mayReadBytes(caller)) {
    throw invalidField("#/fileLocation", `There is no file ${fileLocation}. Upload it with POST /api/files.`);
  }
  if (file.status !== "completed") {
    throw invalidField("#/fileLocation", `The upload of the file ${fileLocation} is not complete.`);
  }
}

const linesAtOnce = 1_000;

/**
 * The request that applies the plan of a dry run. Rejected if the configuration differs or an entity of the plan has
 * changed. Later changes are detected when the file is checked again.
 */
async function checkPlanIsCurrent(
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
