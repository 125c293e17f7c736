import type { EntityType, LoaderProcessCreate } from "@weft/client";
import { columnTarget, type MappedFile, setColumnTarget } from "./column-target.ts";
import type { CsvPreview } from "./csv-preview.ts";
import type { LoadType } from "./load-combinations.ts";
import { setTypePath } from "./made-columns.ts";
import { nameHints, normalName } from "./name-hints.ts";
import { type CatalogProperty, isBelow, knownSlug, propertyCatalog } from "./property-catalog.ts";

/** A file, and the types of the organization. */
export interface GuessedFile {
  readonly fileName: string;
  readonly preview: Pick<CsvPreview, "headers" | "rows">;
  readonly types: readonly EntityType[];
}

/** The likely content of the file and of its columns. Every guess can be changed. */
export function guessConfiguration(guessed: GuessedFile): LoaderProcessCreate {
  return guessColumns(guessed, guessLoadType(guessed));
}

/** The columns of another kind of load, guessed again for the same file. */
export function guessColumns(guessed: GuessedFile, loadType: readonly LoadType[]): LoaderProcessCreate {
  const typePath = guessTypePath(guessed, loadType);
  const { headers } = guessed.preview;
  const typed = setTypePath({ loadType: [...loadType] }, typePath, headers);
  const file = { headers, catalog: propertyCatalog(guessed.types, loadType, typePath) };
  return guessProperties(guessIdentity(typed, file, guessed), file);
}

function guessLoadType(guessed: GuessedFile): readonly LoadType[] {
  const { headers, rows } = guessed.preview;
  const has = (slug: string) => headers.some((header) => hintRank(slug, header) !== -1);
  if (rows.some(({ cells }) => cells.some((cell) => cell.startsWith("custom-entity:")))) return ["CUSTOM_ENTITY"];
  if (has("itemOptionFederatedId") || has("itemFamilyFederatedId")) return ["ITEM"];
  if (has("hex") || ["red", "green", "blue"].every(has)) return ["COLOR"];
  if (has("sizeRange") && headers.length <= sizeRangeColumnsMax) return ["SIZE_RANGE_TEMPLATE"];
  return bestCustomType(guessed) === undefined ? ["ITEM"] : ["CUSTOM_ENTITY"];
}

const sizeRangeColumnsMax = 4;

/** The file name counts as two columns: suppliers.csv is full of suppliers. */
function bestCustomType({ fileName, preview: { headers }, types }: GuessedFile): string | undefined {
  const file = normalName(fileName.replace(/\.\w+$/, ""));
  const scored = types
    .filter(({ typePath }) => typePath.startsWith("custom-entity:"))
    .map((type) => {
      const isNamed = [type.label, type.typePath.split(":").at(-1) ?? ""].some((word) =>
        file.includes(normalName(word)),
      );
      return { typePath: type.typePath, score: matches(type, headers) + (isNamed ? 2 : 0) };
    });
  const itemScore = Math.max(
    0,
    ...types.filter(({ typePath }) => isBelow(typePath, "item")).map((type) => matches(type, headers)),
  );
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { typePath: "", score: 0 });
  return best.score >= 2 && best.score > itemScore ? best.typePath : undefined;
}

function matches({ properties, inheritedProperties }: EntityType, headers: readonly string[]): number {
  const own = [...properties, ...inheritedProperties.filter(({ isBuiltIn }) => !isBuiltIn)];
  const names = new Set(own.flatMap(({ slug, label }) => [normalName(slug), normalName(label)]));
  return headers.filter((header) => names.has(normalName(header))).length;
}

/** Undefined where a column has it, or where the loader's default is as good. */
function guessTypePath(guessed: GuessedFile, loadType: readonly LoadType[]): string | undefined {
  const { types, preview } = guessed;
  const [first] = loadType;
  if (first !== "ITEM" && first !== "CUSTOM_ENTITY") return undefined;
  if (typeColumn(guessed, first) !== undefined) return undefined;
  if (first === "CUSTOM_ENTITY") return bestCustomType(guessed) ?? types.find(isCustom)?.typePath;
  const scored = types
    .filter(({ typePath }) => isBelow(typePath, "item"))
    .map((type) => ({ typePath: type.typePath, score: matches(type, preview.headers) }));
  // Of types that match equally, the topmost one.
  const best = scored.reduce((one, other) => (isBetter(other, one) ? other : one), { typePath: "item", score: 0 });
  return best.typePath === "item" ? undefined : best.typePath;
}

interface Scored {
  readonly typePath: string;
  readonly score: number;
}

function isBetter(one: Scored, other: Scored): boolean {
  return (
    one.score > other.score ||
    (one.score === other.score && one.score > 0 && one.typePath.length < other.typePath.length)
  );
}

function isCustom({ typePath }: EntityType): boolean {
  return typePath.startsWith("custom-entity:");
}

/** A column whose cells are type paths. */
function typeColumn(
  { preview: { headers, rows } }: GuessedFile,
  loadType: "ITEM" | "CUSTOM_ENTITY",
): string | undefined {
  const root = loadType === "ITEM" ? "item" : "custom-entity";
  return headers.find((_, index) => {
    const cells = rows.map(({ cells: values }) => values[index] ?? "").filter((cell) => cell !== "");
    return cells.length > 0 && cells.every((cell) => isBelow(cell, root));
  });
}

/** The best column for each column of the load. */
function guessIdentity(
  configuration: LoaderProcessCreate,
  file: MappedFile,
  guessed: GuessedFile,
): LoaderProcessCreate {
  const [first] = configuration.loadType ?? [];
  const byPaths = first === "ITEM" || first === "CUSTOM_ENTITY" ? typeColumn(guessed, first) : undefined;
  const taken = new Set<string>();
  return file.catalog.identifying.reduce((rest, { slug }) => {
    const header = slug === "typePath" ? byPaths : bestHeader(slug, file, taken);
    if (header === undefined) return rest;
    taken.add(header);
    return setColumnTarget(rest, header, slug, file);
  }, configuration);
}

/** By the earliest hint; an exact name wins, and a column that is already a property comes last. */
function bestHeader(slug: string, { headers, catalog }: MappedFile, taken: ReadonlySet<string>): string | undefined {
  const ranked = headers
    .filter((header) => !taken.has(header))
    .map((header) => ({ header, rank: header === slug ? 0 : rankOf(slug, header, catalog.properties) }))
    .filter(({ rank }) => rank !== -1);
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, one) => (best === undefined || one.rank < best.rank ? one : best),
    undefined,
  )?.header;
}

const propertyPenalty = 1_000;

function rankOf(slug: string, header: string, properties: readonly CatalogProperty[]): number {
  const rank = hintRank(slug, header);
  const isProperty = properties.some((property) => property.slug === header || property.label === header);
  return rank === -1 ? -1 : rank + 1 + (isProperty ? propertyPenalty : 0);
}

function hintRank(slug: string, header: string): number {
  return (nameHints[slug] ?? []).indexOf(normalName(header));
}

/** Columns with names similar to a property. */
function guessProperties(configuration: LoaderProcessCreate, file: MappedFile): LoaderProcessCreate {
  const { headers, catalog } = file;
  return headers.reduce((rest, header) => {
    const isSettled = columnTarget(rest, header, file) !== header || knownSlug(catalog, header) !== undefined;
    if (isSettled) return rest;
    const near = catalog.properties.find(({ slug, label }) =>
      [slug, label].map(normalName).includes(normalName(header)),
    );
    // An unknown column gets a valid property name.
    const slug = near?.slug ?? slugOfColumn(header);
    const isFree = !headers.some((other) => columnTarget(rest, other, file) === slug);
    return isFree ? setColumnTarget(rest, header, slug, file) : rest;
  }, configuration);
}

/** The detected type of the values of a column. */
type ColumnKind = "empty" | "number" | "boolean" | "date" | "time" | "link" | "choice" | "text";

const valuesMax = 500;
const choicesMax = 12;

/** A kind is guessed only if every value matches it. */
export function guessColumnKind(cells: readonly string[]): ColumnKind {
  const values = cells.filter((cell) => cell !== "").slice(0, valuesMax);
  if (values.length === 0) return "empty";
  const found = tests.find(([, holds]) => values.every(holds));
  if (found !== undefined) return found[0];
  return isChoice(values) ? "choice" : "text";
}

// Checked in this order: 1 and 0 are numbers before they are booleans.
const tests: readonly (readonly [ColumnKind, (value: string) => boolean])[] = [
  ["number", isNumber],
  ["boolean", (value) => /^(true|false|yes|no)$/i.test(value)],
  ["date", (value) => /^\d{4}-\d{2}-\d{2}$/.test(value)],
  ["time", (value) => /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value)],
  ["link", (value) => /^https?:\/\/\S+$/i.test(value)],
];

/** 00123 and an EAN look like numbers, but are identifiers. */
function isNumber(value: string): boolean {
  const isCode = /^[+-]?0\d/.test(value) || value.replace(/\D/g, "").length > 12;
  return !isCode && /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d+)?$/i.test(value);
}

function isChoice(values: readonly string[]): boolean {
  const distinct = new Set(values).size;
  return distinct <= choicesMax && values.length >= distinct * 3;
}

/** A valid property name, made from the words of a column. */
export function slugOfColumn(columnName: string): string {
  if (/^[a-z][A-Za-z0-9_-]*$/.test(columnName)) return columnName;
  const words = columnName.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : upperFirst(word.toLowerCase())))
    .join("");
  return /^[a-z]/.test(joined) ? joined : `column${joined}`;
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
