import type { AnyEntity } from "../any-entity.ts";
import { placeOf, whyReadOnly } from "../why-read-only.ts";
import type { GridColumn } from "./grid-column.ts";

/** Why a cell cannot be edited, as a sentence; undefined where it can. */
export function whyLocked({ field, source, property }: GridColumn, row: AnyEntity, mayUpdate: boolean) {
  if (source === "system" && field !== "name" && field !== "federatedId") {
    return field === "typePath" ? "The type cannot be changed in the grid." : "Set by the service.";
  }
  if (!mayUpdate) return "You do not have permission to change this.";
  return whyReadOnly(property, row.entityType, placeOf(row));
}
