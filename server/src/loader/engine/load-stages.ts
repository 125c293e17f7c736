import { join } from "node:path";
import { renewStatistics } from "../../entities/index-store.ts";
import { findDoneBatches } from "../batches/load-batch-store.ts";
import { type CheckedFile, checkFile } from "../checking/check-file.ts";
import { configurationIssue } from "../configuration/configuration-issue.ts";
import { type FailureArea, mainTypeOf } from "../load.ts";
import { findLoad, type LoadEnd } from "../load-store.ts";
import { SpoolFile } from "../output/spool-file.ts";
import { ChangePlan } from "../planning/change-plan.ts";
import { planRemovals, requireFewRemovals } from "../planning/plan-removals.ts";
import { Samples } from "../reporting/samples.ts";
import { Tally } from "../reporting/tally.ts";
import type { LoadRun } from "../run/load-run.ts";
import { LoadCanceled, LoadFailed } from "../run/run-endings.ts";
import { publishAssortments } from "../writing/publish-assortments.ts";
import { writeCheckedRows } from "../writing/write-checked-rows.ts";

const sampledRows = 20;
const batchesOfLongLoad = 10;

interface Ending {
  readonly status: LoadEnd["status"];
  readonly area: FailureArea;
}

/** The stages of a run, in order: checking, planning, writing, publishing. */
export class LoadStages {
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
      if (error instanceof LoadCanceled) {
        return { status: "canceled", area: "NONE" };
      }
      if (error instanceof LoadFailed) {
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
    const written = await writeCheckedRows(this.#run, checked);
    await publishAssortments(this.#run, checked.targets, written.lastNumber);
    if (written.changing >= batchesOfLongLoad) {
      await renewStatistics(this.#run.services.db);
    }
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
      const message = "The entities in the plan were changed after the plan was made.";
      issues.add(configurationIssue(message, "Make a new plan with dryRun, review it, and apply it."));
      throw new LoadFailed("VALIDATING_DATA");
    }
  }

  async #isPartlyWritten(): Promise<boolean> {
    const { services, orgId, load } = this.#run;
    return (await findDoneBatches(services.db, orgId, load.id)).size > 0;
  }
}
