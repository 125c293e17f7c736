import { isSystemField } from "@weft/contract";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import type { IssueSink } from "../load-issue.ts";
import { didYouMean, NearestColumn, quoteName, warnOfColumn } from "./column-issue.ts";
import type { ColumnTable } from "./column-table.ts";
import type { LoadProperties } from "./load-properties.ts";

const step = 6;

interface CheckOptions {
  readonly properties: LoadProperties;
  readonly controls: ReadonlySet<string>;
  /** The headers that federatedMappings copies and that nothing else reads. */
  readonly onlyCopied: ReadonlySet<string>;
  readonly issues: IssueSink;
}

interface CheckedColumns {
  /** The slots that are kept. */
  readonly keptSlots: readonly number[];
  /** By unknown column, what may be meant. The type of a row decides whether the column is stored or dropped. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Step 6, for columns as a whole: warns of columns without the expected effect. */
export function checkColumns(table: ColumnTable, options: CheckOptions): CheckedColumns {
  const { properties, controls, onlyCopied } = options;
  const nearest = new NearestColumn([...controls, ...properties.names()]);
  const hints = new Map<string, string>();
  const keptSlots = [...table.names.entries()].flatMap(([slot, name]) => {
    if (controls.has(name)) return [slot];
    const finding = findingOn(name, properties);
    if (finding === "unknown") {
      const hint = onlyCopied.has(name) ? copiedHint : didYouMean(nearest.find(name));
      if (hint !== undefined) hints.set(name, hint);
      return [slot];
    }
    if (finding === undefined) return [slot];
    const { isIgnored = false, ...remark } = finding;
    warnOfColumn(options.issues, { step, columnName: table.headerAt(slot), issueType: "HEADER_MISMATCH", ...remark });
    return isIgnored ? [] : [slot];
  });
  return { keptSlots, hints };
}

const copiedHint = "federatedMappings copies it.";

interface Finding {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly isIgnored?: boolean;
}

function findingOn(name: string, properties: LoadProperties): Finding | "unknown" | undefined {
  const meaning = properties.meaningOf(name);
  switch (meaning.kind) {
    case "property":
      return meaning.column === name
        ? findingOnProperty(name, meaning.definitions)
        : secondColumn(name, meaning.column);
    case "ambiguous":
      return ambiguousLabel(name, meaning.slugs);
    case "unknown":
      return isSystemField(name) ? systemField(name) : "unknown";
  }
}

function findingOnProperty(name: string, definitions: readonly ResolvedProperty[]): Finding | undefined {
  // Ignored only if no type of the load has a writable property of that name.
  if (definitions.every(({ propertyType }) => propertyKinds[propertyType].isComputed)) {
    return {
      message: `${quoteName(name)} is set by the service, so the column is ignored.`,
      suggestion: "Remove the column, or add it to propertiesToRemove.",
      isIgnored: true,
    };
  }
  const disabledBy = definitions.filter(({ disabled }) => disabled).map(({ declaredBy }) => declaredBy);
  if (disabledBy.length === 0) return undefined;
  return {
    message: `The property ${quoteName(name)} is disabled in ${listOf(disabledBy)}; it is written anyway.`,
    suggestion: "Enable the property, or add the column to propertiesToRemove.",
  };
}

function secondColumn(name: string, column: string): Finding {
  return {
    message: `${quoteName(name)} is a label of ${quoteName(column)}, which has its own column.`,
    suggestion: "Add the column that is not needed to propertiesToRemove.",
  };
}

function ambiguousLabel(name: string, slugs: readonly string[]): Finding {
  return {
    message: `${quoteName(name)} is a label of several properties: ${listOf(slugs)}.`,
    suggestion: "Use the slug of the intended property as the header, or map the column to it.",
  };
}

function systemField(name: string): Finding {
  return {
    message: `${quoteName(name)} is not a property of the load's types but a field of the service, so the column is ignored.`,
    // In every other load, federatedId is a key column.
    suggestion:
      name === "federatedId"
        ? "Map it to itemFamilyFederatedId or itemOptionFederatedId."
        : "Remove the column, or add it to propertiesToRemove.",
    isIgnored: true,
  };
}

const listedMax = 5;

function listOf(names: readonly string[]): string {
  const rest = names.length > listedMax ? ` and ${names.length - listedMax} more` : "";
  return `${names.slice(0, listedMax).map(quoteName).join(", ")}${rest}`;
}
