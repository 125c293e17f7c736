import type { EntityKindName } from "@weft/contract";
import type { SentFields } from "../entities/write/write-request.ts";

/** The data of a row for one entity with a federatedId. */
export interface KeyedDraft {
  readonly entityType: EntityKindName;
  readonly federatedId: string;
  /** Includes name and typePath, but not federatedId and references to other entities of the row. */
  readonly object: SentFields;
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
