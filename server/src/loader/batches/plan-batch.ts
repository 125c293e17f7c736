import type { Links, SentFields, WriteRequest, Writer } from "../../entities/write/write-request.ts";
import type { ItemRow, KeyedDraft, RowDrafts } from "../row-drafts.ts";

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
