import type { LoadType } from "@weft/contract";
import type { LoadIssue } from "../load-issue.ts";
import type { AvailableColumns } from "./available-columns.ts";

// Section 4, "needs". typePath defaults to the root type where there is one, optionGroup to color.
const requiredColumns: Readonly<Record<LoadType, readonly string[]>> = {
  ITEM: ["itemFamilyFederatedId", "name"],
  PROJECT_ITEM: [],
  ASSORTMENT: [],
  COLOR: ["federatedId", "name"],
  CUSTOM_ENTITY: ["name", "typePath"],
  SIZE_RANGE_TEMPLATE: ["federatedId", "name", "sizeRange"],
};

/** A required column must come from a header, a federatedMappings key or a conditionalColumns[].toProperty. */
export function findMissingColumns(loadType: readonly LoadType[], columns: AvailableColumns): LoadIssue[] {
  const required = loadType.flatMap((one) => requiredColumns[one].map((column) => [one, column] as const));
  const missing = required.filter(([, column]) => !columns.has(column));
  return [
    ...missing.map(([one, column]) => missingColumn(`A load of ${one} requires the column ${column}.`, column)),
    ...missingOptionName(loadType, columns),
    ...missingColor(loadType, columns),
  ];
}

function missingOptionName(loadType: readonly LoadType[], columns: AvailableColumns): LoadIssue[] {
  const needsOptionName = loadType.includes("ITEM") && columns.has("itemOptionFederatedId");
  return needsOptionName && !columns.has("optionName")
    ? [missingColumn("Options require the column optionName in addition to itemOptionFederatedId.", "optionName")]
    : [];
}

function missingColor(loadType: readonly LoadType[], columns: AvailableColumns): LoadIssue[] {
  const hasColor = columns.has("hex") || ["red", "green", "blue"].every((channel) => columns.has(channel));
  return loadType.includes("COLOR") && !hasColor
    ? [missingColumn("A load of COLOR requires the column hex, or red, green and blue.", "hex")]
    : [];
}

function missingColumn(message: string, columnName: string): LoadIssue {
  return {
    columnName,
    issueType: "CONFIG",
    severity: "error",
    message,
    suggestion: `Add a header ${columnName} to the file, map a column to it with federatedMappings, or add it with conditionalColumns.`,
  };
}
