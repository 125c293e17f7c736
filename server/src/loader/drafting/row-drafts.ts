import type { EntityKindName } from "@weft/contract";
import { LRUCache } from "lru-cache";
import type { SentFields } from "../../entities/model/write-request.ts";
import type { IssueSink } from "../load-issue.ts";
import type { PreparedRow } from "../row.ts";
import type { IdsOfNames } from "./row-reading.ts";

/** The data of a row for one entity with a federatedId. */
export interface KeyedDraft {
  readonly entityType: EntityKindName;
  readonly federatedId: string;
  /** Includes name and typePath, but not federatedId and references to other entities of the row. */
  readonly object: SentFields;
  /** The type of the stored entity, if the row does not set one. */
  readonly storedType?: string;
}

/** The data of a row for its item's membership in an assortment. */
export interface MemberDraft {
  /** The text of the split column. */
  readonly splitValue: string;
  /** The row's own assortmentId, for split entries without an assortment. */
  readonly assortmentId: string | undefined;
  readonly change: "put" | "drop" | "none";
  readonly object: SentFields;
}

/** A row of an ITEM load, alone or with project items and assortments. */
export interface ItemRow {
  readonly kind: "item";
  readonly rowNumber: number;
  readonly family: KeyedDraft;
  /** Absent for a row with only a family. */
  readonly option?: KeyedDraft;
  /** The seasonal fields, if project items are loaded: of the family, and of the option if there is one. */
  readonly projectFields?: { readonly family: SentFields; readonly option?: SentFields };
  readonly member?: MemberDraft;
}

/** A row of a load with one plain entity each: colors, custom entities, size range templates. */
export interface PlainRow {
  readonly kind: "entity";
  readonly rowNumber: number;
  readonly entity: KeyedDraft;
}

export type RowDrafts = ItemRow | PlainRow;

/** The entities of a row that have a federatedId. */
export function entitiesOf(row: RowDrafts): readonly KeyedDraft[] {
  if (row.kind === "entity") {
    return [row.entity];
  }
  return row.option === undefined ? [row.family] : [row.family, row.option];
}

export function typePathOf({ entityType, storedType, object: { typePath } }: KeyedDraft): string {
  return typeof typePath === "string" ? typePath : (storedType ?? entityType);
}

/** By federatedId, the types of stored entities. A row without a typePath does not change the type of its entity. */
export type StoredTypes = ReadonlyMap<string, string>;

/** The stored entities that a batch of rows names. */
interface NamedEntities {
  readonly idsOfNames: IdsOfNames;
  readonly storedTypes: StoredTypes;
}

export interface RowBuilder {
  readonly entityType: EntityKindName;
  /** The federatedIds of rows without a typePath, whose columns are read as those of the stored entity's type. */
  untypedIn(rows: readonly PreparedRow[]): readonly string[];
  /**
   * The names in the reference cells of these rows, for a combined lookup: by required type path (or "user", "file").
   */
  namesIn(rows: readonly PreparedRow[], storedTypes: StoredTypes): ReadonlyMap<string, ReadonlySet<string>>;
  /** The drafts of the row; undefined if it has an error. The error is then already reported. */
  build(row: PreparedRow, named: NamedEntities, issues: IssueSink): RowDrafts | undefined;
}

// Type paths come from cells, so there may be as many as rows. A sensible load has a few.
const pathsMax = 1_000;

/** Computes a value for the first row that has a type path, and keeps it for the next. */
export function byTypePath<Value extends object>(compute: (typePath: string) => Value): (typePath: string) => Value {
  const known = new LRUCache<string, Value>({ max: pathsMax });
  return (typePath) => {
    let value = known.get(typePath);
    if (value === undefined) {
      value = compute(typePath);
      known.set(typePath, value);
    }
    return value;
  };
}
