import { entityOfRow } from "./entity-row.ts";
import type { EntityTextRow } from "./entity-store.ts";
import { presentEntity, type VisibleFields } from "./present-entity.ts";

/** The entity as the JSON that callers get. The stored text is passed on as it is when all of it may be seen. */
export function textOfEntity(row: EntityTextRow, visible: VisibleFields): string {
  if (visible !== "all") {
    return JSON.stringify(presentEntity(entityOfTextRow(row), visible));
  }
  const fields = JSON.stringify(presentEntity(entityOfRow({ ...row, properties: {} }), "all"));
  return row.properties === "{}" ? fields : `${fields.slice(0, -1)},${row.properties.slice(1)}`;
}

export function entityOfTextRow(row: EntityTextRow) {
  return entityOfRow({ ...row, properties: JSON.parse(row.properties) });
}
