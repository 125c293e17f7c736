import type { LoadConfiguration } from "@weft/contract";
import { readTruth } from "../../entity-types/kinds/boolean.ts";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { isPartialUpdate } from "../load.ts";
import type { PreparedRow } from "../row.ts";
import type { MemberDraft } from "./row-drafts.ts";
import { type ColumnSources, type RowReading, textOfValue } from "./row-reading.ts";

/** Undefined if the row is invalid. The error is then already reported. */
type ReadMember = (reading: RowReading, object: MemberDraft["object"]) => MemberDraft | undefined;

/**
 * A row names its assortment by the text in the split column or, if the split has no assortment for that value, by its
 * own assortmentId.
 */
export function compileMemberReader(configuration: LoadConfiguration, sources: ColumnSources): ReadMember {
  const readSplitValue = compileMark(configuration.assortmentSplit?.fieldToSplitOn, sources);
  const readAssortmentId = compileMark("assortmentId", sources);
  const readChange = compileChange(configuration, sources);
  return (reading, object) => {
    const change = readChange(reading);
    if (change === undefined) {
      return undefined;
    }
    const assortmentId = readAssortmentId(reading.row) || undefined;
    return { splitValue: readSplitValue(reading.row), assortmentId, change, object };
  };
}

type ReadMark = (row: PreparedRow) => string;

/** The original cell, or the computed column if the file has none. Always text. */
function compileMark(column: string | undefined, sources: ColumnSources): ReadMark {
  const headerSlot = column === undefined ? undefined : sources.headerSlot(column);
  if (headerSlot !== undefined) {
    return ({ original }) => original[headerSlot] ?? "";
  }
  const source = column === undefined ? undefined : sources.named(column);
  return source === undefined ? () => "" : (row) => textOfValue(row.values[source.slot], source, row) ?? "";
}

function compileChange(
  configuration: LoadConfiguration,
  sources: ColumnSources,
): (reading: RowReading) => MemberDraft["change"] | undefined {
  const { assortmentSplit } = configuration;
  const dropField = assortmentSplit?.dropField ?? configuration.assortmentItemDropField;
  const addField = assortmentSplit?.addField;
  if (!isPartialUpdate(configuration)) {
    return () => "put";
  }
  const isAdded = compileTruth(addField, sources);
  const isDropped = compileTruth(dropField, sources);
  return (reading) => {
    const [adds, drops] = [isAdded(reading), isDropped(reading)];
    if (adds && drops) {
      reportBoth(reading, { addField, dropField });
      return undefined;
    }
    if (drops) {
      return "drop";
    }
    return adds || addField === undefined ? "put" : "none";
  };
}

function compileTruth(column: string | undefined, sources: ColumnSources): (reading: RowReading) => boolean {
  const readMark = compileMark(column, sources);
  return (reading) => {
    const mark = readMark(reading.row);
    const truth = readTruth(mark);
    if (column !== undefined && mark !== "" && truth === undefined) {
      reportUnclear(column, mark, reading);
    }
    return truth === true;
  };
}

function reportBoth(
  reading: RowReading,
  { addField, dropField }: { addField?: string | undefined; dropField?: string | undefined },
): void {
  reading.fail({
    ...(dropField === undefined ? {} : { columnName: dropField }),
    issueType: "VALIDATION_ERROR",
    message: `${addField} and ${dropField} are both true: the item cannot be both added and dropped.`,
    suggestion: "Set only one of them to true.",
  });
}

function reportUnclear(column: string, mark: string, reading: RowReading): void {
  reading.warn({
    columnName: column,
    issueType: "INVALID_DATA",
    message: `${column} is neither true nor false: ${shorten(mark)}. It is treated as false.`,
    suggestion: "Write true, yes or 1; or false, no or 0.",
    data: shorten(mark),
  });
}
