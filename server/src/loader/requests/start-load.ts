import type { Caller } from "../../access/caller.ts";
import type { Writer } from "../../entities/write/write-request.ts";
import { invalidField } from "../../errors.ts";
import { mayReadBytes } from "../../files/present-file.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { readConfiguration } from "../configuration/read-configuration.ts";
import { endLoadRun } from "../engine/end-load-run.ts";
import { abandonLoad } from "../engine/give-up-load.ts";
import { queueLoadWork } from "../engine/load-jobs.ts";
import { runLoad } from "../engine/run-load.ts";
import { emptyReport, type Load, type LoadAddress, type LoadRequest, noProgress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { findLoad, insertLoad } from "../load-store.ts";
import { LoadInterrupted } from "../run/run-endings.ts";
import { checkPlanIsCurrent } from "./check-plan-holds.ts";
import { requireLoad, requireLoadRight } from "./load-access.ts";

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
    await (error instanceof LoadInterrupted ? cancelLook(services, address) : abandonLoad(services, address, error));
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
