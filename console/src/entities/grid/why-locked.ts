import type { AnyEntity } from "../any-entity.ts";
import { placeOf, whyReadOnly } from "../why-read-only.ts";
import type { GridColumn } from "./grid-column.ts";

/** Why a cell cannot be edited, in a sentence; undefined where it can. */
export function whyLocked({ field, source, property }: GridColumn, row: AnyEntity, mayUpdate: boolean) {
  if (source === "system" && field !== "name" && field !== "federatedId") {
    return field === "typePath" ? "The type of an entity is not changed in the grid." : "Kept by the service.";
  }
  if (!mayUpdate) return "Your rights do not let you change this.";
  return whyReadOnly(property, row.entityType, placeOf(row));
}
