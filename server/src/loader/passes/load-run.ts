import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BatchSpool } from "../drafting/batch-spool.ts";
import type { FailureArea } from "../load.ts";
import { LoadFailedError } from "../load-errors.ts";
import type { LoadContext, LoadServices } from "../load-services.ts";
import { IssueLog } from "../reporting/issue-log.ts";
import { Tally } from "../reporting/tally.ts";
import { ProgressMeter } from "./progress-meter.ts";

/** One run of a load on this node, from the claim to the end: the data that its passes share. */
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

// Far longer than any load runs: older folders were left by a node that was killed.
const leftMs = 24 * 3_600_000;

/**
 * Creates a folder for one run, not for one load: a run that was considered dead may still be active beside the next.
 */
async function makeRunFolder(workFolder: string, loadId: string): Promise<string> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  await removeLeft(workFolder);
  return mkdtemp(join(workFolder, `${loadId}.`));
}

async function removeLeft(workFolder: string): Promise<void> {
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    // Another run may have removed it meanwhile.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > leftMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** Does a part of the load. If it fails, its issues are reported, and the load ends as failed in this area. */
export async function inArea<Result>(
  { issues }: LoadRun,
  area: FailureArea,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LoadFailedError && error.area === undefined) {
      issues.addAll(error.issues);
      throw new LoadFailedError(error.issues, { area, cause: error });
    }
    throw error;
  }
}
