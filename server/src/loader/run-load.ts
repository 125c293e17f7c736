import { join } from "node:path";
import { renewStatistics } from "../entities/index-store.ts";
import { newId } from "../platform/ids.ts";
import { ChangePlan } from "./change-plan.ts";
import { type CheckedFile, checkFile } from "./check-file.ts";
import { configurationIssue } from "./configuration-issue.ts";
import { endLoadRun } from "./end-load-run.ts";
import { type FailureArea, hasEnded, type LoadAddress, mainTypeOf } from "./load.ts";
import { findDoneBatches } from "./load-batch-store.ts";
import { closeRun, LoadFailed, type LoadRun, openRun } from "./load-run.ts";
import type { LoadServices } from "./load-services.ts";
import { beginLoad, findLoad, type LoadEnd } from "./load-store.ts";
import { makeReport } from "./make-report.ts";
import { planRemovals, requireFewRemovals } from "./plan-removals.ts";
import { LoadCanceled, LoadTakenOver } from "./progress-meter.ts";
import { publishAssortments } from "./publish-assortments.ts";
import { Samples } from "./samples.ts";
import { SpoolFile } from "./spool-file.ts";
import { Tally } from "./tally.ts";
import { writeRows } from "./write-rows.ts";

const sampledRows = 20;
const batchesOfLongLoad = 10;

/**
 * Runs a load to its end, or goes on with one whose node has died. Throws what another attempt may mend, and
 * LoadTakenOver when it is another's by now.
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
    if (!(error instanceof LoadTakenOver) || !(await isOver(run))) {
      throw error;
    }
  } finally {
    await closeRun(run);
  }
}

async function isOver({ services, orgId, load }: LoadRun): Promise<boolean> {
  const now = await findLoad(services.db, orgId, load.id);
  return now === undefined || hasEnded(now);
}

async function runOpen(run: LoadRun): Promise<void> {
  const stages = new LoadStages(run);
  try {
    const { status, area } = await stages.run();
    const report = await makeReport(run, { ...stages.parts(), failureArea: area });
    run.meter.begin("done", stages.rowsTotal, stages.rowsTotal);
    if (!(await endLoadRun(run, { status, progress: run.meter.current(), report, claim: run.claim }))) {
      throw new LoadTakenOver("the load has ended elsewhere");
    }
  } finally {
    await stages.close();
  }
}

interface Ending {
  readonly status: LoadEnd["status"];
  readonly area: FailureArea;
}

class LoadStages {
  readonly #run: LoadRun;
  readonly #samples: Samples;
  readonly #planFile: SpoolFile;
  readonly #plan: ChangePlan;
  #planHash: string | undefined;
  #checked: CheckedFile | undefined;

  constructor(run: LoadRun) {
    const { configuration } = run.load;
    this.#run = run;
    this.#samples = new Samples(configuration.sampleRows ?? sampledRows);
    this.#planFile = new SpoolFile(join(run.folder, "plan.ndjson"));
    this.#plan = new ChangePlan(this.#planFile, run.load.writer.rights);
  }

  /** How the load ends; what is thrown instead concerns the node, and another may go on. */
  async run(): Promise<Ending> {
    try {
      await this.#runAll();
      return { status: "completed", area: "NONE" };
    } catch (error) {
      if (error instanceof LoadCanceled) {
        return { status: "canceled", area: "NONE" };
      }
      if (error instanceof LoadFailed) {
        // What an earlier run has written is there, whatever this one has found.
        return { status: "failed", area: (await this.#isPartlyWritten()) ? "UPLOADING_DATA" : error.area };
      }
      throw error;
    }
  }

  get rowsTotal(): number {
    return this.#checked?.rowsTotal ?? this.#run.meter.current().rowsDone;
  }

  async close(): Promise<void> {
    await this.#planFile.discard();
  }

  parts() {
    const { configuration } = this.#run.load;
    return {
      isChecked: this.#checked !== undefined,
      samples: this.#samples.all(),
      hasInlineSamples: configuration.sampleRows !== undefined,
      readings: this.#checked?.preprocessing.readings ?? [],
      undescribedColumns: this.#checked?.undescribedColumns ?? [],
      ...(this.#planHash === undefined || configuration.dryRun !== true
        ? {}
        : { plan: { file: this.#planFile, hash: this.#planHash } }),
    };
  }

  async #runAll(): Promise<void> {
    const { configuration } = this.#run.load;
    const isPlanned = configuration.dryRun === true || configuration.applyPlanOf !== undefined;
    const checked = isPlanned ? await this.#checkWithPlan() : await this.#check();
    await requireFewRemovals(this.#run, checked.targets);
    if (configuration.dryRun === true) {
      return;
    }
    const written = await writeRows(this.#run, checked);
    await publishAssortments(this.#run, checked.targets, written.lastNumber);
    if (written.changing >= batchesOfLongLoad) {
      await renewStatistics(this.#run.services.db);
    }
  }

  async #check(): Promise<CheckedFile> {
    return this.#accept(await checkFile(this.#run, { onRows: (rows, steps) => this.#samples.take(rows, steps) }));
  }

  /** With a line for each change that the load would make, and counts of them. */
  async #checkWithPlan(): Promise<CheckedFile> {
    const run = this.#run;
    const { dryRun, sampleRows } = run.load.configuration;
    // What is applied is counted when it is written.
    const tally = dryRun === true ? run.tally : new Tally();
    const checked = await checkFile(run, {
      onRows: (rows, steps) => this.#samples.take(rows, steps),
      onChecked: (batch) => this.#plan.add(tally.addRehearsal(batch)),
      ...(sampleRows === undefined ? {} : { rowsMax: sampleRows }),
    });
    await planRemovals(run, checked.targets, this.#plan);
    await this.#planFile.close();
    this.#planHash = this.#plan.hash();
    await this.#requireSamePlan(this.#planHash);
    return this.#accept(checked);
  }

  #accept(checked: CheckedFile): CheckedFile {
    this.#checked = checked;
    this.#run.tally.add(mainTypeOf(this.#run.load.configuration), "failed", checked.rowsFailed);
    if (checked.rowsFailed > 0 && this.#run.load.configuration.onRowError !== "skip") {
      throw new LoadFailed("VALIDATING_DATA");
    }
    return checked;
  }

  async #requireSamePlan(hash: string): Promise<void> {
    const { services, orgId, load, issues } = this.#run;
    const { applyPlanOf } = load.configuration;
    if (applyPlanOf === undefined || (await this.#isPartlyWritten())) {
      return;
    }
    const planned = await findLoad(services.db, orgId, applyPlanOf);
    if (planned?.report?.planHash !== hash) {
      const message = "The entities that the plan is about have changed since it was made.";
      issues.add(configurationIssue(message, "Make a new plan with dryRun, look at it, and apply that."));
      throw new LoadFailed("VALIDATING_DATA");
    }
  }

  async #isPartlyWritten(): Promise<boolean> {
    const { services, orgId, load } = this.#run;
    return (await findDoneBatches(services.db, orgId, load.id)).size > 0;
  }
}
