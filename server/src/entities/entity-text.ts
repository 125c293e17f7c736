import { entityOfRow } from "./entity-row.ts";
import type { EntityTextRow } from "./entity-store.ts";
import { presentEntity, type VisibleFields } from "./present-entity.ts";
import { textBeforeProperties } from "./properties-text.ts";

/** The entity as JSON for callers. The stored text is passed through if the caller may see all of it. */
export function textOfEntity(row: EntityTextRow, visible: VisibleFields): string {
  if (visible !== "all") {
    return JSON.stringify(presentEntity(entityOfTextRow(row), visible));
  }
  return textBeforeProperties(presentEntity(entityOfRow({ ...row, properties: {} }), "all"), row.properties);
}

export function entityOfTextRow(row: EntityTextRow) {
  return entityOfRow({ ...row, properties: JSON.parse(row.properties) });
}
