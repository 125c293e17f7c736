import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BatchSpool } from "../batches/batch-spool.ts";
import { IssueLog } from "../issues/issue-log.ts";
import type { LoadContext, LoadServices } from "../load-services.ts";
import { Tally } from "../reporting/tally.ts";
import { makeRunFolder } from "./make-run-folder.ts";
import { ProgressMeter } from "./progress-meter.ts";

/** One run of a load on this node, from the claim to the end: the data that its stages share. */
export interface LoadRun extends LoadContext {
  /** Distinguishes this run from other runs of the same load. */
  readonly claim: string;
  readonly folder: string;
  readonly issues: IssueLog;
  readonly spool: BatchSpool;
  readonly meter: ProgressMeter;
  readonly tally: Tally;
}

export async function openRun(
  services: LoadServices,
  { orgId, load, claim }: Pick<LoadRun, "orgId" | "load" | "claim">,
  stopping: AbortSignal,
): Promise<LoadRun> {
  const { db, bus } = services;
  const folder = await makeRunFolder(services.workFolder, load.id);
  const spool = await BatchSpool.make(join(folder, "batches")).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    services,
    orgId,
    load,
    claim,
    folder,
    issues: new IssueLog(join(folder, "issues.csv")),
    spool,
    meter: new ProgressMeter({ db, bus, orgId, loadId: load.id, claim, stopping }),
    tally: new Tally(),
  };
}

export async function closeRun({ spool, issues, folder }: LoadRun): Promise<void> {
  await spool.close();
  await issues.file.discard();
  await rm(folder, { recursive: true, force: true });
}
