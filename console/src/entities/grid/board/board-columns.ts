import type { GridColumn } from "../grid-column.ts";

/** The columns whose options can be the columns of a board: single choices that are not computed. */
export function boardColumnsOf(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter(
    ({ source, property }) =>
      source === "described" &&
      property.propertyType === "choice" &&
      property.optionSetId !== undefined &&
      !property.isDisabled,
  );
}
