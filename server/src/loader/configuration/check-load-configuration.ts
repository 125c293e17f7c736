import { type LoadConfiguration, type LoadType, loadTypeCombinations } from "@weft/contract";
import { rootTypes } from "../../entity-types/root-types.ts";
import { closestName } from "../../platform/closest-name.ts";
import { configurationIssue, type LoadIssue } from "../load-issue.ts";
import { findIdleOptions } from "./find-idle-options.ts";

/** All errors that the configuration and the file's headers alone show, and warnings for options without effect. */
export function checkLoadConfiguration(configuration: LoadConfiguration, headers: readonly string[]): LoadIssue[] {
  const { loadType = [], fileLocation } = configuration;
  const atTop = [
    ...(loadType.length === 0
      ? [configurationIssue("loadType is missing.", `Use one of ${legalCombinations()}.`)]
      : []),
    ...(fileLocation === undefined
      ? [configurationIssue("fileLocation is missing.", "Upload the CSV file and send its id here.")]
      : []),
    ...checkCombination(loadType),
  ];
  if (loadType.length === 0 || !isLegal(loadType)) {
    return atTop;
  }
  const columns = new AvailableColumns(configuration, headers);
  return [
    ...atTop,
    ...checkAssortments(configuration, columns),
    ...checkProject(configuration, columns),
    ...findMissingColumns(loadType, columns),
    ...findIdleOptions(configuration),
  ];
}

function checkCombination(loadType: readonly LoadType[]): LoadIssue[] {
  const repeated = [...new Set(loadType.filter((one, index) => loadType.indexOf(one) !== index))];
  const doubles = repeated.map((one) => configurationIssue(`loadType contains ${one} twice.`, "List each type once."));
  if (loadType.length === 0 || isLegal(loadType)) {
    return doubles;
  }
  const message = `loadType ${listOf(new Set(loadType))} is not a supported combination. Supported: ${legalCombinations()}.`;
  return [...doubles, configurationIssue(message, "Use one of them, or start several loads.")];
}

function isLegal(loadType: readonly LoadType[]): boolean {
  const wanted = new Set(loadType);
  return loadTypeCombinations.some(
    (combination) => combination.length === wanted.size && combination.every((one) => wanted.has(one)),
  );
}

function legalCombinations(): string {
  return loadTypeCombinations.map(listOf).join("; ");
}

function listOf(loadType: Iterable<LoadType>): string {
  return `[${[...loadType].join(", ")}]`;
}

function checkAssortments(configuration: LoadConfiguration, columns: AvailableColumns): LoadIssue[] {
  const { loadType = [], assortmentSplit, assortmentItemDropField } = configuration;
  if (!loadType.includes("ASSORTMENT")) {
    return [];
  }
  if (assortmentSplit === undefined) {
    return [
      configurationIssue(
        "loadType ASSORTMENT requires assortmentSplit.",
        "Send assortmentSplit with fieldToSplitOn, the column that selects the assortment, and values.",
      ),
    ];
  }
  const { fieldToSplitOn, addField, dropField, values } = assortmentSplit;
  const fields = [
    ["assortmentSplit.fieldToSplitOn", fieldToSplitOn],
    ["assortmentSplit.addField", addField],
    ["assortmentSplit.dropField", dropField],
    ["assortmentItemDropField", dropField === undefined ? assortmentItemDropField : undefined],
  ] as const;
  const errors = fields.flatMap(([option, column]) =>
    column === undefined || columns.hasMark(column) ? [] : [noSuchColumn(option, column, columns)],
  );
  const unnamed = values.find(
    ({ assortmentId, assortmentIdentifier }) => (assortmentId ?? assortmentIdentifier) === undefined,
  );
  return unnamed === undefined || columns.hasMark("assortmentId")
    ? errors
    : [...errors, entryWithoutAssortment(unnamed.value)];
}

function noSuchColumn(option: string, column: string, columns: AvailableColumns): LoadIssue {
  const nearest = columns.nearestTo(column);
  const suggestion =
    nearest === undefined
      ? "Use a column of the file, or one that the configuration adds."
      : `Did you mean ${nearest}?`;
  return configurationIssue(`${option} refers to ${column}, but there is no such column.`, suggestion, column);
}

function entryWithoutAssortment(value: string): LoadIssue {
  return configurationIssue(
    `The entry ${JSON.stringify(value)} of assortmentSplit.values has no assortment, and there is no column assortmentId.`,
    "Add an assortmentId or an assortmentIdentifier to the entry, or a column assortmentId to the file.",
  );
}

/** The four ways to specify the project of project items, in order of priority. */
function checkProject(configuration: LoadConfiguration, columns: AvailableColumns): LoadIssue[] {
  const { loadType = [], workspaceIdentifier, assortmentSplit } = configuration;
  const hasWay =
    workspaceIdentifier !== undefined ||
    assortmentSplit?.values.some(({ assortmentId }) => assortmentId !== undefined) === true ||
    assortmentSplit?.values.some(({ assortmentIdentifier }) => assortmentIdentifier !== undefined) === true ||
    columns.hasMark("assortmentId");
  if (!loadType.includes("PROJECT_ITEM") || hasWay) {
    return [];
  }
  return [
    configurationIssue(
      "loadType PROJECT_ITEM requires a project, but the configuration does not specify one.",
      "Set workspaceIdentifier, or assortmentSplit with an assortmentId or an assortmentIdentifier, or add a column assortmentId.",
    ),
  ];
}

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
function findMissingColumns(loadType: readonly LoadType[], columns: AvailableColumns): LoadIssue[] {
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

/** The columns that rows will have, according to headers and configuration. */
class AvailableColumns {
  readonly #headers: ReadonlySet<string>;
  readonly #columns: ReadonlySet<string>;
  readonly #labels: ReadonlySet<string>;

  constructor(configuration: LoadConfiguration, headers: readonly string[]) {
    const { federatedMappings = {}, conditionalColumns = [], propertiesToRemove = [] } = configuration;
    const removed = new Set(propertiesToRemove);
    const kept = [...headers, ...Object.keys(federatedMappings)].filter((name) => !removed.has(name));
    this.#headers = new Set(headers);
    // Conditional columns are added after the removal.
    this.#columns = new Set([...kept, ...conditionalColumns.map(({ toProperty }) => toProperty)]);
    this.#labels = new Set(kept.map((name) => name.toLowerCase()));
  }

  /** For a required field. Step 4 also finds a built-in property by its label. */
  has(field: string): boolean {
    return this.#columns.has(field) || labelsOf(field).some((label) => this.#labels.has(label));
  }

  /** For a field that reads the original cell, or the computed column if the file has none. */
  hasMark(column: string): boolean {
    return this.#headers.has(column) || this.#columns.has(column);
  }

  nearestTo(column: string): string | undefined {
    return closestName(column, new Set([...this.#headers, ...this.#columns]));
  }
}

function labelsOf(slug: string): string[] {
  const properties = rootTypes.flatMap((root) => root.properties).filter((property) => property.slug === slug);
  return properties.map(({ label }) => label.toLowerCase());
}
