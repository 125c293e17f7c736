import type { Decider } from "../../access/decide.ts";
import { findUserIdsByNames } from "../../access/user-store.ts";
import { stageMembers } from "../../assortments/staged-member-store.ts";
import { findIdsOfNames, findTypePaths } from "../../entities/model/entity-store.ts";
import { federatedPrefixes } from "../../entities/model/federated-id.ts";
import type { PlannedWrite } from "../../entities/write/open-write.ts";
import type { SerializedRows } from "../../entities/write/persist-store.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Database } from "../../platform/database/database.ts";
import { BatchCutter } from "../drafting/batch-spool.ts";
import { FileLedger } from "../drafting/file-ledger.ts";
import { findPictures } from "../drafting/find-pictures.ts";
import { packOutcome } from "../drafting/load-batch-store.ts";
import {
  type BatchPlan,
  type CheckedBatch,
  failedRows,
  membersOfRows,
  outcomeOf,
  planBatch,
} from "../drafting/plan-batch.ts";
import type { Targets } from "../drafting/resolve-targets.ts";
import type { RowBuilder, RowDrafts } from "../drafting/row-drafts.ts";
import type { IdsOfNames } from "../drafting/row-reading.ts";
import type { Preprocessing } from "../preprocess/compile-preprocessing.ts";
import type { CsvRow, PreparedRow } from "../row.ts";
import { needsPreview, previewStage } from "./change-plan.ts";
import { inArea, type LoadRun } from "./load-run.ts";
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
export interface CompiledLoad {
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

/** Prepares, drafts and plans rows, several batches at once. They go to the spool in file order. */
export class CheckingPass {
  readonly #run: LoadRun;
  readonly #compiled: CompiledLoad;
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

  constructor(run: LoadRun, compiled: CompiledLoad, options: CheckOptions) {
    this.#run = run;
    this.#compiled = compiled;
    this.#options = options;
    const { columns } = compiled.preprocessing;
    this.#ledger = new FileLedger({ types: compiled.types, columns });
    this.#sizes = new SizeCheck(run.services.db, run.orgId, compiled.types);
    this.#undescribed = new UndescribedColumns(compiled.types);
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
    const { preprocessing } = this.#compiled;
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
    this.#compiled.preprocessing.finish();
    this.#compiled.targets.warnOfEmpty(this.#run.issues);
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
    const { builder, targets } = this.#compiled;
    const { services, orgId, issues } = this.#run;
    const storedTypes = await findTypePaths(services.db, orgId, builder.entityType, builder.untypedIn(rows));
    const idsOfNames = await this.#lookUpNames(builder.namesIn(rows, storedTypes));
    const built = rows.flatMap((row) => {
      const drafts = issues.hasErrorIn(row.number)
        ? undefined
        : builder.build(row, { idsOfNames, storedTypes }, issues);
      return drafts !== undefined && this.#ledger.check(drafts, issues) ? [drafts] : [];
    });
    await targets.learn(built);
    const sized = await this.#sizes.check(built, issues);
    this.#undescribed.take(sized);
    return sized.filter((drafts) => targets.accept(drafts, issues));
  }

  /** Looks up all names of a batch of rows, with one query for each referenced type. */
  async #lookUpNames(names: ReadonlyMap<string, ReadonlySet<string>>): Promise<IdsOfNames> {
    const { services, orgId, load } = this.#run;
    const { rights } = load.writer;
    const { types } = this.#compiled;
    const found = new Map<string, ReadonlyMap<string, string>>();
    for (const [wantedPath, texts] of names) {
      found.set(wantedPath, await idsOf(services.db, orgId, { wantedPath, texts: [...texts], rights, types }));
    }
    return found;
  }

  async #planOnly(drafts: readonly RowDrafts[]): Promise<DryRun> {
    const { services, orgId, load } = this.#run;
    const { targets } = this.#compiled;
    const plan = planBatch(drafts, {
      writer: load.writer,
      projectId: targets.projectId,
      assortmentOf: (row) => targets.assortmentOf(row),
    });
    const { plans, write } = await services.writer.run(orgId, (open) => open.planOnly(plan.requests, memberType), {
      isDryRun: true,
    });
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
    const { targets } = this.#compiled;
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

interface Named {
  readonly wantedPath: string;
  readonly texts: readonly string[];
  readonly rights: Decider;
  readonly types: TypeTree;
}

async function idsOf(
  db: Database,
  orgId: string,
  { wantedPath, texts, types, rights }: Named,
): Promise<ReadonlyMap<string, string>> {
  switch (wantedPath) {
    case "user":
      return findUserIdsByNames(db, orgId, texts);
    case "file":
      return findPictures(db, orgId, { texts, rights });
    default:
      return findIdsOfNames(db, orgId, { typePath: wantedPath, prefixes: federatedPrefixes(wantedPath, types) }, texts);
  }
}
