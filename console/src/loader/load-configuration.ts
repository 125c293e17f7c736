import type { LoaderProcessCreate } from "@weft/client";

const names = [
  "loadType",
  "federatedMappings",
  "conditionalColumns",
  "propertiesToRemove",
  "workspaceIdentifier",
  "assortmentSplit",
  "partialAssortmentUpdate",
  "assortmentItemDropField",
  "shouldSkipAssortmentPublish",
  "encoding",
  "delimiter",
  "numberFormat",
  "dateFormat",
  "onRowError",
  "strictColumns",
  "maxRemovals",
] as const satisfies (keyof LoaderProcessCreate)[];

/** The reusable part of a load: not its file, and not whether it was a dry run. */
export function configurationOf(load: LoaderProcessCreate): LoaderProcessCreate {
  const kept = names.flatMap((name) => (load[name] === undefined ? [] : [[name, load[name]] as const]));
  return Object.fromEntries(kept);
}

export function writeConfiguration(configuration: LoaderProcessCreate): string {
  return JSON.stringify(configuration, null, 2);
}

/** A typed configuration, or its error. */
type TypedConfiguration = { readonly configuration: LoaderProcessCreate } | { readonly error: string };

/** Checks the shapes that the form relies on. The service checks the rest, and reports misspelled names. */
export function parseConfiguration(text: string): TypedConfiguration {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const error = errorOf(value);
  if (error !== undefined) return { error };
  const configuration: LoaderProcessCreate = JSON.parse(text);
  return { configuration };
}

function errorOf(value: unknown): string | undefined {
  if (!isObject(value)) return "A configuration must be one object: { … }.";
  const checks: readonly (readonly [string, (one: unknown) => boolean, string])[] = [
    ["loadType", isTexts, "a list of strings"],
    ["propertiesToRemove", isTexts, "a list of column names"],
    ["federatedMappings", isTextByText, "an object of strings: the new column, then the column it is copied from"],
    ["conditionalColumns", isDefinitions, "a list of objects, each with toProperty"],
    ["assortmentSplit", isSplit, "an object with fieldToSplitOn and a list of values"],
  ];
  const wrong = checks.find(([name, holds]) => value[name] !== undefined && !holds(value[name]));
  return wrong === undefined ? undefined : `${wrong[0]} must be ${wrong[2]}.`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTextByText(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((one) => typeof one === "string");
}

function isDefinitions(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && typeof one["toProperty"] === "string" && isConditions(one["conditions"]))
  );
}

function isConditions(value: unknown): boolean {
  return (
    value === undefined ||
    (Array.isArray(value) && value.every((one) => isObject(one) && typeof one["conditional"] === "string"))
  );
}

function isSplit(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["fieldToSplitOn"] === "string" &&
    Array.isArray(value["values"]) &&
    value["values"].every((one) => isObject(one) && typeof one["value"] === "string")
  );
}

/** What a configuration contains that the form cannot show, as sentences. */
export function hiddenParts(configuration: LoaderProcessCreate, headers: readonly string[]): readonly string[] {
  const { federatedMappings = {}, propertiesToRemove = [], loaderConfigurationId } = configuration;
  const unknown = Object.keys(configuration).filter((name) => !shown.has(name));
  const sources = Object.entries(federatedMappings).filter(([to]) => !headers.includes(to));
  const twice = headers.filter((header) => sources.filter(([, from]) => from === header).length > 1);
  const idle = Object.keys(federatedMappings).filter((to) => headers.includes(to));
  const absent = propertiesToRemove.filter((name) => !headers.includes(name));
  return [
    ...(loaderConfigurationId === undefined ? [] : ["A configuration file is used. Settings made here override it."]),
    ...twice.map((header) => `The column ${header} is copied more than once. The table shows only the first copy.`),
    ...idle.map((name) => `The file has a column ${name}, so the mapping to ${name} is not used.`),
    ...(absent.length === 0 ? [] : [`Columns to remove that are not in this file: ${absent.join(", ")}.`]),
    ...unknown.map((name) => `Unknown setting ${name}. The service will reject it.`),
  ];
}

const shown: ReadonlySet<string> = new Set([...names, "loaderConfigurationId"]);

/** Without empty lists and objects. */
export function tidy(configuration: LoaderProcessCreate): LoaderProcessCreate {
  const kept = Object.entries(configuration).filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
