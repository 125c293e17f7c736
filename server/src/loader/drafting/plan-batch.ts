import type { StagedMember } from "../../assortments/staged-member-store.ts";
import type { Links, SentFields, WriteRequest, Writer } from "../../entities/model/write-request.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import type { Problem } from "../../platform/problem.ts";
import type { IssueSink, IssueType, LoadIssue } from "../load-issue.ts";
import type { BatchOutcome, EntityOutcome } from "./load-batch-store.ts";
import type { Targets } from "./resolve-targets.ts";
import type { ItemRow, KeyedDraft, RowDrafts } from "./row-drafts.ts";

/** The writes of a batch, and the rows that each of them comes from. */
export interface BatchPlan {
  readonly requests: readonly WriteRequest[];
  /** By request, a key of its entity that is the same in all batches of the load. */
  readonly keys: readonly string[];
  /** By request, the indexes of the rows that it comes from. */
  readonly rowsOf: readonly (readonly number[])[];
  /** By row, its requests. */
  readonly requestsOf: readonly (readonly number[])[];
}

/** A batch of rows, and the planned result of writing them. */
export interface CheckedBatch {
  readonly rows: readonly RowDrafts[];
  readonly plan: BatchPlan;
  readonly plans: readonly Planned[];
}

interface BatchTarget {
  readonly writer: Writer;
  /** The project of project items; there are none without it. */
  readonly projectId: string | undefined;
  /** The assortment of members, for a dry run. In a load, members are staged and published. */
  readonly assortmentOf?: (row: RowDrafts) => string | undefined;
}

/** Rows that share a family share its draft. Values of a later row override those of an earlier one. */
export function planBatch(rows: readonly RowDrafts[], target: BatchTarget): BatchPlan {
  const planner = new BatchPlanner(target);
  rows.forEach((row, index) => {
    planner.begin(index);
    if (row.kind === "entity") {
      planner.put(row.entity);
    } else {
      planner.putItem(row);
    }
  });
  return planner.finish();
}

interface Pending {
  readonly draftOf: (object: SentFields) => WriteRequest["draft"];
  object: SentFields;
  readonly rows: number[];
}

class BatchPlanner {
  readonly #target: BatchTarget;
  readonly #pending: Pending[] = [];
  readonly #places = new Map<string, number>();
  readonly #requestsOf: number[][] = [];
  #row = 0;

  constructor(target: BatchTarget) {
    this.#target = target;
  }

  begin(row: number): void {
    this.#row = row;
    this.#requestsOf.push([]);
  }

  putItem(row: ItemRow): void {
    const { family, option, projectFields } = row;
    this.put(family);
    if (option !== undefined) {
      this.put(option, { itemFamilyId: { entityType: "item", federatedId: family.federatedId } });
    }
    const { projectId } = this.#target;
    if (projectFields !== undefined && projectId !== undefined) {
      this.#putProjectItem(projectId, family.federatedId, projectFields.family);
      if (option !== undefined && projectFields.option !== undefined) {
        this.#putProjectItem(projectId, option.federatedId, projectFields.option);
      }
    }
    const assortmentId = this.#target.assortmentOf?.(row);
    if (assortmentId !== undefined && row.member?.change === "put") {
      this.#putMember(assortmentId, (option ?? family).federatedId, row.member.object);
    }
  }

  put({ entityType, federatedId, object }: KeyedDraft, links?: Links): void {
    this.#add(`${entityType}/${federatedId}`, object, (merged) => ({
      op: "upsert",
      entityType,
      federatedId,
      object: merged,
      ...(links === undefined ? {} : { links }),
    }));
  }

  finish(): BatchPlan {
    const { writer } = this.#target;
    return {
      requests: this.#pending.map(({ draftOf, object }) => ({ draft: draftOf(object), writer })),
      keys: [...this.#places.keys()],
      rowsOf: this.#pending.map(({ rows }) => rows),
      requestsOf: this.#requestsOf,
    };
  }

  #putProjectItem(projectId: string, federatedId: string, fields: SentFields): void {
    this.#putPair("project-item", { ...fields, projectId }, ["projectId", federatedId]);
  }

  #putMember(assortmentId: string, federatedId: string, fields: SentFields): void {
    this.#putPair("assortment-item", { ...fields, assortmentId }, ["assortmentId", federatedId]);
  }

  #putPair(entityType: string, fields: SentFields, [place, federatedId]: readonly [string, string]): void {
    this.#add(`${entityType}/${fields[place]}/${federatedId}`, fields, (object) => ({
      op: "upsert-pair",
      entityType,
      pair: [place, "itemId"],
      object,
      links: { itemId: { entityType: "item", federatedId } },
    }));
  }

  #add(key: string, object: SentFields, draftOf: Pending["draftOf"]): void {
    const place = this.#places.get(key) ?? this.#pending.length;
    const known = this.#pending[place];
    if (known === undefined) {
      this.#places.set(key, place);
      this.#pending.push({ draftOf, object, rows: [this.#row] });
    } else {
      known.object = { ...known.object, ...object };
      known.rows.push(this.#row);
    }
    this.#requestsOf[this.#row]?.push(place);
  }
}

/** Does not include members: their outcome is stored when their assortment is written. */
export function outcomeOf(rows: readonly RowDrafts[], plan: BatchPlan, plans: readonly Planned[]): BatchOutcome {
  const entities: EntityOutcome[] = [];
  const places = plans.map((planned) =>
    "problem" in planned || planned.entity.entityType === "assortment-item"
      ? -1
      : entities.push([planned.entity.entityType, planned.entity.id, planned.outcome]) - 1,
  );
  return {
    rows: rows.map(({ rowNumber }, index) => ({
      rowNumber,
      entities: (plan.requestsOf[index] ?? []).map((request) => places[request] ?? -1).filter((place) => place >= 0),
    })),
    entities,
  };
}

interface MemberSource {
  readonly rows: readonly RowDrafts[];
  readonly plan: BatchPlan;
  readonly plans: readonly Planned[];
  readonly targets: Targets;
  /** The indexes of rejected rows. */
  readonly failed: ReadonlySet<number>;
}

/**
 * The members that the rows describe. They are staged until all items are written: an assortment changes in one step.
 */
export function membersOfRows(batch: MemberSource): StagedMember[] {
  // If the option of a rejected row is missing, its family must not become a member in its place.
  return batch.rows.flatMap((row, index) => (batch.failed.has(index) ? [] : (memberOf(batch, row, index) ?? [])));
}

function memberOf({ plan, plans, targets }: MemberSource, row: RowDrafts, index: number): StagedMember | undefined {
  const assortmentId = targets.assortmentOf(row);
  if (assortmentId === undefined || row.kind !== "item" || row.member === undefined) {
    return undefined;
  }
  const itemId = itemIdOf(plan.requestsOf[index] ?? [], plans);
  if (itemId === undefined) {
    return undefined;
  }
  const { change, object: fields } = row.member;
  return { assortmentId, itemId, rowNumber: row.rowNumber, isDropped: change === "drop", fields };
}

/** The last item of the row: the option if it has one, otherwise the family. */
function itemIdOf(requests: readonly number[], plans: readonly Planned[]): string | undefined {
  const items = requests.flatMap((request) => {
    const planned = plans[request];
    return planned !== undefined && "entity" in planned && planned.entity.entityType === "item"
      ? [planned.entity.id]
      : [];
  });
  return items.at(-1);
}

/** The indexes of rows with a rejected write. Each has its issue, because each is returned to the user to be fixed. */
export function failedRows(
  drafts: readonly RowDrafts[],
  plan: BatchPlan,
  plans: readonly Planned[],
  issues: IssueSink,
): ReadonlySet<number> {
  const failed = new Set<number>();
  plans.forEach((planned, request) => {
    if (!("problem" in planned)) {
      return;
    }
    for (const row of plan.rowsOf[request] ?? []) {
      const rowNumber = drafts[row]?.rowNumber;
      // The first error of a row is the cause of its later ones, such as an option without its family.
      if (rowNumber !== undefined && !failed.has(row)) {
        failed.add(row);
        for (const issue of issuesOfProblem(planned.problem, rowNumber)) {
          issues.add(issue);
        }
      }
    }
  });
  return failed;
}

/** Converts an error of the write path to load issues. */
function issuesOfProblem(problem: Problem, rowNumber: number): LoadIssue[] {
  const { errors, detail, members } = problem;
  if (errors.length === 0) {
    // A unique value in use is reported with the property that must be unique.
    const column = typeof members["property"] === "string" ? { columnName: members["property"] } : {};
    return [{ rowNumber, ...column, issueType: "VALIDATION_ERROR", severity: "error", message: detail }];
  }
  return errors.map((error) => {
    const columnName = slugOf(error.pointer);
    return {
      rowNumber,
      ...(columnName === "" ? {} : { columnName }),
      issueType: typeOf(error.code ?? ""),
      severity: "error",
      message: error.detail,
    };
  });
}

function slugOf(pointer: string): string {
  return pointer.replace(/^#\/?/, "").replaceAll("~1", "/").replaceAll("~0", "~");
}

function typeOf(code: string): IssueType {
  switch (code) {
    case "required":
      return "MISSING_DATA";
    case "invalid-value":
      return "INVALID_DATA";
    case "unknown-property":
      return "HEADER_MISMATCH";
    default:
      return "VALIDATION_ERROR";
  }
}
