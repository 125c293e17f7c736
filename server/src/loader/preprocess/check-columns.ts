import { isSystemField } from "@weft/contract";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import type { IssueSink } from "../load-issue.ts";
import { didYouMean, NearestColumn, noProperty, quoteName, warnOfColumn } from "./column-issue.ts";
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

/**
 * Step 6, for columns as a whole: warns of columns without the expected effect, and returns the slots that are kept.
 */
export function checkColumns(table: ColumnTable, options: CheckOptions): readonly number[] {
  const { properties, controls } = options;
  const nearest = new NearestColumn([...controls, ...properties.names()]);
  return [...table.names.entries()].flatMap(([slot, name]) => {
    if (controls.has(name)) return [slot];
    const finding = findingOn(name, { ...options, nearest });
    if (finding === undefined) return [slot];
    const { isIgnored = false, ...remark } = finding;
    warnOfColumn(options.issues, { step, columnName: table.headerAt(slot), issueType: "HEADER_MISMATCH", ...remark });
    return isIgnored ? [] : [slot];
  });
}

interface Finding {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly isIgnored?: boolean;
}

function findingOn(name: string, options: CheckOptions & { readonly nearest: NearestColumn }): Finding | undefined {
  const meaning = options.properties.meaningOf(name);
  switch (meaning.kind) {
    case "property":
      return meaning.column === name
        ? findingOnProperty(name, meaning.definitions)
        : secondColumn(name, meaning.column);
    case "ambiguous":
      return ambiguousLabel(name, meaning.slugs);
    case "unknown":
      return isSystemField(name) ? systemField(name) : unknownColumn(name, options);
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

function unknownColumn(
  name: string,
  { nearest, onlyCopied }: { readonly nearest: NearestColumn; readonly onlyCopied: ReadonlySet<string> },
): Finding {
  return {
    message: noProperty(name),
    suggestion: onlyCopied.has(name)
      ? "federatedMappings copies it; add it to propertiesToRemove if the column itself is not needed."
      : didYouMean(nearest.find(name)),
  };
}

const listedMax = 5;

function listOf(names: readonly string[]): string {
  const rest = names.length > listedMax ? ` and ${names.length - listedMax} more` : "";
  return `${names.slice(0, listedMax).map(quoteName).join(", ")}${rest}`;
}
