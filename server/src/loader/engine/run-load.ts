import { newId } from "../../platform/ids.ts";
import { hasLoadEnded, type LoadAddress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { beginLoad, findLoad } from "../load-store.ts";
import { makeReport } from "../reporting/make-report.ts";
import { closeRun, type LoadRun, openRun } from "../run/load-run.ts";
import { LoadLeaseLostError } from "../run/run-endings.ts";
import { endLoadRun } from "./end-load-run.ts";
import { LoadStages } from "./load-stages.ts";

/**
 * Runs a load to its end, or resumes one whose node has died. Throws errors that another attempt may solve, and
 * LoadLeaseLostError if another run has taken over.
 */
export async function runLoad(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  stopping: AbortSignal,
): Promise<void> {
  const claim = newId();
  await services.db.transaction((tx) => beginLoad(tx, orgId, loadId, claim));
  const load = await findLoad(services.db, orgId, loadId);
  if (load?.status !== "running") {
    return;
  }
  const run = await openRun(services, { orgId, load, claim }, stopping);
  try {
    await runOpen(run);
  } catch (error) {
    if (!(error instanceof LoadLeaseLostError) || !(await isOver(run))) {
      throw error;
    }
  } finally {
    await closeRun(run);
  }
}

async function isOver({ services, orgId, load }: LoadRun): Promise<boolean> {
  const now = await findLoad(services.db, orgId, load.id);
  return now === undefined || hasLoadEnded(now);
}

async function runOpen(run: LoadRun): Promise<void> {
  const stages = new LoadStages(run);
  try {
    const { status, area } = await stages.run();
    const report = await makeReport(run, { ...stages.parts(), failureArea: area });
    run.meter.begin("done", stages.rowsTotal, stages.rowsTotal);
    if (!(await endLoadRun(run, { status, progress: run.meter.current(), report, claim: run.claim }))) {
      throw new LoadLeaseLostError("the load has ended elsewhere");
    }
  } finally {
    await stages.close();
  }
}
