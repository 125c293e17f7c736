import { join } from "node:path";
import { z } from "zod";
import { renewStatistics } from "../../entities/model/entity-store.ts";
import { newId } from "../../platform/ids.ts";
import { findDoneBatches } from "../drafting/load-batch-store.ts";
import { type FailureArea, hasLoadEnded, type LoadAddress, mainTypeOf } from "../load.ts";
import { LoadCanceledError, LoadFailedError, LoadLeaseLostError } from "../load-errors.ts";
import { configurationIssue } from "../load-issue.ts";
import type { LoadServices } from "../load-services.ts";
import { beginLoad, findLoad, type LoadEnd } from "../load-store.ts";
import { ChangePlan, planRemovals, requireFewRemovals } from "../passes/change-plan.ts";
import { type CheckedFile, checkFile } from "../passes/check-file.ts";
import { closeRun, inArea, type LoadRun, openRun } from "../passes/load-run.ts";
import { publishAssortments } from "../passes/publish-assortments.ts";
import { undoLoad } from "../passes/undo-load.ts";
import { writeCheckedRows } from "../passes/write-checked-rows.ts";
import { Samples } from "../reporting/samples.ts";
import { SpoolFile } from "../reporting/spool-file.ts";
import { Tally } from "../reporting/tally.ts";
import { endLoadRun } from "./end-load.ts";
import { makeReport } from "./make-report.ts";

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
  const passes = new LoadPasses(run);
  try {
    const { status, area } = await passes.run();
    const report = await makeReport(run, { ...passes.parts(), failureArea: area });
    run.meter.begin("done", passes.rowsTotal, passes.rowsTotal);
    if (!(await endLoadRun(run, { status, progress: run.meter.current(), report, claim: run.claim }))) {
      throw new LoadLeaseLostError("the load has ended elsewhere");
    }
  } finally {
    await passes.close();
  }
}

export const addressSchema = z.object({ orgId: z.string(), loadId: z.string() });
const loadWorkSchema = z.object({ verb: z.enum(["run", "undo"]), address: addressSchema });

/** A piece of work on a load. It can be passed to another thread. */
export type LoadWork = z.output<typeof loadWorkSchema>;

export async function doLoadWork(services: LoadServices, work: unknown, stopping: AbortSignal): Promise<void> {
  const { verb, address } = loadWorkSchema.parse(work);
  await (verb === "run" ? runLoad(services, address, stopping) : undoLoad(services, address, stopping));
}

const sampledRows = 20;
const batchesOfLongLoad = 10;

interface Ending {
  readonly status: LoadEnd["status"];
  readonly area: FailureArea;
}

/** The passes of a run, in order: checking, planning, writing, publishing. */
class LoadPasses {
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

  /** Returns how the load ends. Anything thrown instead concerns the node, and another node may continue. */
  async run(): Promise<Ending> {
    try {
      await this.#runAll();
      return { status: "completed", area: "NONE" };
    } catch (error) {
      if (error instanceof LoadCanceledError) {
        return { status: "canceled", area: "NONE" };
      }
      if (error instanceof LoadFailedError && error.area !== undefined) {
        // Rows of an earlier run are written, whatever this run has found.
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
      literalMappings: this.#checked?.preprocessing.literals ?? [],
      undescribedColumns: this.#checked?.undescribedColumns ?? [],
      ...(this.#planHash === undefined || configuration.dryRun !== true
        ? {}
        : { plan: { file: this.#planFile, hash: this.#planHash } }),
    };
  }

  async #runAll(): Promise<void> {
    const { configuration } = this.#run.load;
    const checked = await inArea(this.#run, "VALIDATING_DATA", () => this.#checkAll());
    if (configuration.dryRun === true) {
      return;
    }
    const written = await writeCheckedRows(this.#run, checked);
    await publishAssortments(this.#run, checked.targets, written.lastNumber);
    if (written.changing >= batchesOfLongLoad) {
      await renewStatistics(this.#run.services.db);
    }
  }

  async #checkAll(): Promise<CheckedFile> {
    const { dryRun, applyPlanOf } = this.#run.load.configuration;
    const isPlanned = dryRun === true || applyPlanOf !== undefined;
    const checked = isPlanned ? await this.#checkWithPlan() : await this.#check();
    await requireFewRemovals(this.#run, checked.targets);
    return checked;
  }

  async #check(): Promise<CheckedFile> {
    return this.#accept(await checkFile(this.#run, { onRows: (rows, steps) => this.#samples.take(rows, steps) }));
  }

  /** With a line for each change that the load would make, and their counts. */
  async #checkWithPlan(): Promise<CheckedFile> {
    const run = this.#run;
    const { dryRun, sampleRows } = run.load.configuration;
    // Applied changes are counted when they are written.
    const tally = dryRun === true ? run.tally : new Tally();
    const checked = await checkFile(run, {
      onRows: (rows, steps) => this.#samples.take(rows, steps),
      onChecked: (batch) => this.#plan.add(tally.addDryRun(batch)),
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
      throw new LoadFailedError([]);
    }
    return checked;
  }

  async #requireSamePlan(hash: string): Promise<void> {
    const { services, orgId, load } = this.#run;
    const { applyPlanOf } = load.configuration;
    if (applyPlanOf === undefined || (await this.#isPartlyWritten())) {
      return;
    }
    const planned = await findLoad(services.db, orgId, applyPlanOf);
    if (planned?.report?.planHash !== hash) {
      const message = "The entities in the plan were changed after the plan was made.";
      throw new LoadFailedError([configurationIssue(message, "Make a new plan with dryRun, review it, and apply it.")]);
    }
  }

  async #isPartlyWritten(): Promise<boolean> {
    const { services, orgId, load } = this.#run;
    return (await findDoneBatches(services.db, orgId, load.id)).size > 0;
  }
}
