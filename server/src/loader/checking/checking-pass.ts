import { stageMembers } from "../../assortments/stage-members.ts";
import type { SerializedRows } from "../../entities/write/persist-store.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import type { PlannedWrite } from "../../entities/write/planned-write.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { BatchCutter } from "../batches/batch-cutter.ts";
import { outcomeOf, packOutcome } from "../batches/batch-outcome.ts";
import type { CheckedBatch } from "../batches/checked-batch.ts";
import { failedRows } from "../batches/failed-rows.ts";
import { membersOfRows } from "../batches/members-of-rows.ts";
import { type BatchPlan, planBatch } from "../batches/plan-batch.ts";
import type { RowBuilder } from "../build/compile-build.ts";
import { FileLedger } from "../build/file-ledger.ts";
import { needsPreview, previewStage } from "../planning/preview-stage.ts";
import type { Preprocessing } from "../preprocess/compile-preprocessing.ts";
import type { CsvRow, PreparedRow } from "../row.ts";
import type { RowDrafts } from "../row-drafts.ts";
import { inArea } from "../run/in-area.ts";
import type { LoadRun } from "../run/load-run.ts";
import type { Targets } from "../targets/resolve-targets.ts";
import { lookUpNames } from "./look-up-names.ts";
import { SizeCheck } from "./size-check.ts";
import { UndescribedColumns } from "./undescribed-columns.ts";

// Members are written after all items, so here they are only planned.
const memberType = "assortment-item";

export interface CheckOptions {
  /** Called with each checked batch. A dry run builds its plan from them. */
  readonly onChecked?: (batch: CheckedBatch) => Promise<void>;
  /** Called with rows as they are read. */
  readonly onRows?: (rows: readonly CsvRow[], preprocessing: Preprocessing) => void;
  /** Stops after this many rows. */
  readonly rowsMax?: number;
}

/** Compiled once for all rows of a file. */
export interface CompiledStages {
  readonly preprocessing: Preprocessing;
  readonly builder: RowBuilder;
  readonly targets: Targets;
  readonly types: TypeTree;
}

interface BuiltBatch {
  readonly rows: readonly PreparedRow[];
  /** The drafts of the rows that are valid so far. */
  readonly drafts: readonly RowDrafts[];
  /** Whether it can be written as planned in the dry run. */
  readonly isKept: boolean;
}

interface DryRun {
  readonly plan: BatchPlan;
  readonly plans: readonly Planned[];
  readonly write: PlannedWrite<SerializedRows> | undefined;
}

// For new rows, the database has nothing to return and responds at once: a second batch would only take memory. For
// stored rows it returns a lot of data; while it does so for one batch, the next is planned, and the one after that is
// built.
const dryRunsAtOnce = { new: 1, stored: 2 };

/** Runs rows through the stages, several batches at once. They go to the spool in file order. */
export class CheckingPass {
  readonly #run: LoadRun;
  readonly #stages: CompiledStages;
  readonly #options: CheckOptions;
  readonly #ledger: FileLedger;
  readonly #sizes: SizeCheck;
  readonly #undescribed: UndescribedColumns;
  readonly #cutter: BatchCutter;
  /** The batches that are not on the spool yet, in order. */
  readonly #inProgress: Promise<void>[] = [];
  #lastRows: keyof typeof dryRunsAtOnce = "new";
  #rowsTotal = 0;
  #rowsFailed = 0;

  constructor(run: LoadRun, stages: CompiledStages, options: CheckOptions) {
    this.#run = run;
    this.#stages = stages;
    this.#options = options;
    const { columns } = stages.preprocessing;
    this.#ledger = new FileLedger({ types: stages.types, columns });
    this.#sizes = new SizeCheck(run.services.db, run.orgId, stages.types);
    this.#undescribed = new UndescribedColumns(stages.types);
    this.#cutter = new BatchCutter(columns);
  }

  get rowsTotal(): number {
    return this.#rowsTotal;
  }

  counts() {
    const undescribedColumns = this.#undescribed.all();
    return { rowsTotal: this.#rowsTotal, rowsFailed: this.#rowsFailed, undescribedColumns };
  }

  async check(rows: readonly CsvRow[]): Promise<void> {
    const { preprocessing } = this.#stages;
    this.#rowsTotal += rows.length;
    this.#options.onRows?.(rows, preprocessing);
    const prepared = await inArea(this.#run, "TRANSFORMING_DATA", () => rows.map((row) => preprocessing.prepare(row)));
    for (const batch of this.#cutter.push(prepared)) {
      await this.#checkBatch(batch);
    }
  }

  async finish(): Promise<void> {
    const last = this.#cutter.rest();
    if (last.length > 0) {
      await this.#checkBatch(last);
    }
    await Promise.all(this.#inProgress);
    this.#stages.preprocessing.finish();
    this.#stages.targets.warnOfEmpty(this.#run.issues);
  }

  /** For an aborted pass: batches in progress must end before their files are removed. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#inProgress);
  }

  async #checkBatch(batch: readonly PreparedRow[]): Promise<void> {
    const contradictions = this.#ledger.contradictions;
    const drafts = await inArea(this.#run, "VALIDATING_DATA", () => this.#build(batch));
    // A dry run of contradicting rows is valid only before the earlier batch is written, not after.
    const isKept = this.#ledger.contradictions === contradictions;
    while (this.#inProgress.length >= dryRunsAtOnce[this.#lastRows]) {
      await this.#inProgress[0];
    }
    const built = { rows: batch, drafts, isKept };
    const settled = this.#settle(built, this.#planOnly(drafts), this.#inProgress.at(-1));
    this.#inProgress.push(settled);
    settled.then(
      () => this.#inProgress.shift(),
      // It stays in the list for the next waiter. Until then its error must not count as an unhandled rejection.
      () => {},
    );
  }

  async #build(rows: readonly PreparedRow[]): Promise<RowDrafts[]> {
    const { builder, targets } = this.#stages;
    const { services, orgId, issues } = this.#run;
    const names = await lookUpNames(services.db, orgId, builder.namesIn(rows));
    const built = rows.flatMap((row) => {
      const drafts = issues.hasErrorIn(row.number) ? undefined : builder.build(row, names, issues);
      return drafts !== undefined && this.#ledger.check(drafts, issues) ? [drafts] : [];
    });
    await targets.learn(built);
    const sized = await this.#sizes.check(built, issues);
    this.#undescribed.take(sized);
    return sized.filter((drafts) => targets.accept(drafts, issues));
  }

  async #planOnly(drafts: readonly RowDrafts[]): Promise<DryRun> {
    const { services, orgId, load } = this.#run;
    const { targets } = this.#stages;
    const plan = planBatch(drafts, {
      writer: load.writer,
      projectId: targets.projectId,
      assortmentOf: (row) => targets.assortmentOf(row),
    });
    const { plans, write } = await services.writer.planBatches(orgId, (open) =>
      open.planOnly(plan.requests, memberType),
    );
    return { plan, plans, write };
  }

  async #settle(
    { rows, drafts, isKept }: BuiltBatch,
    dryRun: Promise<DryRun>,
    earlier: Promise<void> | undefined,
  ): Promise<void> {
    const { plan, plans, write } = await dryRun;
    await earlier;
    const { services, orgId, load, issues, spool } = this.#run;
    const { targets } = this.#stages;
    const failed = failedRows(drafts, plan, plans, issues);
    const good = drafts.filter((_, index) => !failed.has(index));
    this.#rowsFailed += rows.length - good.length;
    await this.#options.onChecked?.({ rows: drafts, plan, plans });
    const members = membersOfRows({ rows: drafts, plan, plans, targets, failed });
    if (needsPreview(load.configuration)) {
      await services.db.transaction((tx) => stageMembers(tx, orgId, previewStage(load.id), members));
    }
    const outcome = packOutcome(outcomeOf(drafts, plan, plans));
    const dryRunResult = write === undefined || !isKept ? undefined : { write, outcome, members };
    await spool.append({ keys: plan.keys, drafts: good, dryRunResult });
    this.#lastRows = write?.changes.count === 0 ? "stored" : "new";
    await issues.closeRows(rows);
  }
}
