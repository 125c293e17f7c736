import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BatchSpool } from "./batch-spool.ts";
import { IssueLog } from "./issue-log.ts";
import type { FailureArea, Load } from "./load.ts";
import { LoadFailure, type LoadIssue } from "./load-issue.ts";
import type { LoadServices } from "./load-services.ts";
import { ProgressMeter } from "./progress-meter.ts";
import { Tally } from "./tally.ts";
import { makeRunFolder } from "./work-folder.ts";

/** One run of a load on this node, from the claim to the end: what its stages share. */
export interface LoadRun {
  readonly services: LoadServices;
  readonly orgId: string;
  readonly load: Load;
  /** What this run is told from others of the same load by. */
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

/** Ends a load: what is wrong is in its issues. */
export class LoadFailed extends Error {
  readonly area: FailureArea;

  constructor(area: FailureArea, options?: ErrorOptions) {
    super(`the load has failed: ${area}`, options);
    this.name = "LoadFailed";
    this.area = area;
  }
}

/** Runs a stage of the load; what it throws as a failure is reported, and ends the load in this area. */
export async function inArea<Result>(
  { issues }: LoadRun,
  area: FailureArea,
  stage: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await stage();
  } catch (error) {
    if (error instanceof LoadFailure) {
      addAll(issues, error.issues);
      throw new LoadFailed(area, { cause: error });
    }
    throw error;
  }
}

export function addAll(issues: IssueLog, found: readonly LoadIssue[]): void {
  for (const issue of found) {
    issues.add(issue);
  }
}
