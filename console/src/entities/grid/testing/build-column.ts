import { type EntityProperty, seenProperty } from "../../entity-property.ts";
import type { GridColumn } from "../grid-column.ts";

/** A column as a type defines it. */
export function buildColumn(
  field: string,
  property: Partial<EntityProperty> = {},
  column: Partial<GridColumn> = {},
): GridColumn {
  const whole = { ...seenProperty(field, ""), ...property };
  return {
    field,
    label: whole.label,
    property: whole,
    source: "described",
    isSearchable: false,
    comparedAs: whole.propertyType,
    ...column,
  };
}
