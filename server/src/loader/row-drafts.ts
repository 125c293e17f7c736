import type { EntityKindName } from "@weft/contract";
import type { SentFields } from "../entities/write/write-request.ts";

/** What a row says about one entity that has a federatedId. */
export interface KeyedDraft {
  readonly entityType: EntityKindName;
  readonly federatedId: string;
  /** With name and typePath, without federatedId and without references to other entities of the row. */
  readonly object: SentFields;
}

/** What a row says about the place of its item in an assortment. */
export interface MemberDraft {
  /** The text of the column that the load is split on. */
  readonly splitValue: string;
  /** The row's own assortmentId, for entries of the split that name no assortment. */
  readonly assortmentId: string | undefined;
  readonly change: "put" | "drop" | "none";
  readonly object: SentFields;
}

/** A row of an ITEM load, alone or with project items and assortments. */
export interface ItemRow {
  readonly kind: "item";
  readonly rowNumber: number;
  readonly family: KeyedDraft;
  /** Left out for a row that is about a family only. */
  readonly option?: KeyedDraft;
  /** The seasonal fields, where project items are loaded: of the family, and of the option if there is one. */
  readonly projectFields?: { readonly family: SentFields; readonly option?: SentFields };
  readonly member?: MemberDraft;
}

/** A row of a load of one plain entity each: colors, custom entities, size range templates. */
export interface PlainRow {
  readonly kind: "entity";
  readonly rowNumber: number;
  readonly entity: KeyedDraft;
}

export type RowDrafts = ItemRow | PlainRow;
