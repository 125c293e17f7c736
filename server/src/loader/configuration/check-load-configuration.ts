import { type LoadConfiguration, type LoadType, loadTypeCombinations } from "@weft/contract";
import type { LoadIssue } from "../load-issue.ts";
import { AvailableColumns } from "./available-columns.ts";
import { configurationIssue } from "./configuration-issue.ts";
import { findIdleOptions } from "./find-idle-options.ts";
import { findMissingColumns } from "./find-missing-columns.ts";

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
