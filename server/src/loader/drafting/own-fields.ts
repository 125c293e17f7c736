import { type EntityKindName, typePathSchema } from "@weft/contract";
import { shorten, validateCharacters, validateText } from "../../entity-types/kinds/validate-text.ts";
import { entityTypeOf, type TypeTree } from "../../entity-types/type-tree.ts";
import { closestName } from "../../platform/closest-name.ts";
import type { PreparedRow } from "../row.ts";
import { type ColumnSource, type ColumnSources, type RowReading, textOfValue } from "./row-reading.ts";

// The limits of the write path.
export const federatedIdCharactersMax = 512;
const nameCharactersMax = 2_000;

/** A column that the load itself reads, such as name or typePath. Always a text. */
export interface OwnField {
  readonly slug: string;
  readonly source: ColumnSource | undefined;
  readonly charactersMax: number;
}

const charactersMaxOf: Readonly<Record<string, number>> = {
  name: nameCharactersMax,
  federatedId: federatedIdCharactersMax,
  itemFamilyFederatedId: federatedIdCharactersMax,
  itemOptionFederatedId: federatedIdCharactersMax,
};

export function ownField(sources: ColumnSources, slug: string): OwnField {
  const charactersMax = charactersMaxOf[slug] ?? Number.POSITIVE_INFINITY;
  return { slug, source: sources.named(slug), charactersMax };
}

/** The text of the field without validation, "" if it has none. */
export function textIn({ source }: OwnField, row: PreparedRow): string {
  return source === undefined ? "" : (textOfValue(row.values[source.slot], source, row) ?? "");
}

/** The text of the field, "" if it is absent; undefined if it is invalid. The error is then already reported. */
export function readOwnText({ slug, source, charactersMax }: OwnField, reading: RowReading): string | undefined {
  if (source === undefined) {
    return "";
  }
  const value = reading.row.values[source.slot];
  const text = textOfValue(value, source, reading.row);
  const error = text === undefined ? "must be text." : errorOf(text, charactersMax);
  if (error === undefined) {
    return text;
  }
  reading.fail({
    columnName: slug,
    issueType: "INVALID_DATA",
    message: `${slug} ${error}`,
    suggestion: `Use a short plain text for ${slug}.`,
    data: shorten(text ?? JSON.stringify(value)),
  });
  return undefined;
}

/** The same for a field that every row needs. */
export function readRequiredText(field: OwnField, reading: RowReading, whose: string): string | undefined {
  const text = readOwnText(field, reading);
  if (text !== "") {
    return text;
  }
  const { slug } = field;
  reading.fail({
    columnName: slug,
    issueType: "MISSING_DATA",
    message: `${slug} is empty: ${whose} requires one.`,
    suggestion: `Fill in ${slug}, or remove the row.`,
  });
  return undefined;
}

function errorOf(text: string, charactersMax: number): string | undefined {
  if (text.length > charactersMax) {
    return `must have at most ${charactersMax} characters.`;
  }
  // Counting bytes is slow, and not needed where characters are limited.
  return charactersMax === Number.POSITIVE_INFINITY ? validateText(text) : validateCharacters(text);
}

/** The types that the rows of a load may have: at or below its root, never another kind. */
export interface TypePathRule {
  readonly root: EntityKindName;
  readonly subtypes: "allowed" | "needed";
}

interface TypePathError {
  readonly message: string;
  readonly suggestion: string;
}

/** The reason why rows of the load cannot have this typePath. */
export function validateTypePath(typePath: string, rule: TypePathRule, types: TypeTree): TypePathError | undefined {
  const isFitting = isOfRule(typePath, rule) && typePathSchema.safeParse(typePath).success;
  return isFitting ? validateUnknown(typePath, rule, types) : validateForm(typePath, rule);
}

function isOfRule(typePath: string, { root, subtypes }: TypePathRule): boolean {
  return typePath === root ? subtypes !== "needed" : entityTypeOf(typePath) === root;
}

function validateForm(typePath: string, { root, subtypes }: TypePathRule): TypePathError {
  return {
    message: `typePath is ${shorten(typePath)}, but this load requires ${wantedOf(root, subtypes)}.`,
    suggestion: `Write ${exampleOf(root, subtypes)}. A subtype has 1 to 64 of the characters A–Z a–z 0–9 _ -.`,
  };
}

function wantedOf(root: string, subtypes: TypePathRule["subtypes"]): string {
  return subtypes === "needed" ? `${root}:<subtype>` : `${root} or a type below it`;
}

function exampleOf(root: string, subtypes: TypePathRule["subtypes"]): string {
  return subtypes === "needed"
    ? `a path such as ${root}:supplier, for all rows with conditionalColumns`
    : `${root}, or a path such as ${root}:special, or remove the column`;
}

/** An open type allows new subtypes; a strict one does not. */
function validateUnknown(typePath: string, { root }: TypePathRule, types: TypeTree): TypePathError | undefined {
  const { isKnown, mode } = types.typeAt(typePath);
  if (isKnown || mode === "open") {
    return undefined;
  }
  const closest = closestName(typePath, types.pathsBelow(root));
  return {
    message: `There is no type ${typePath}, and its parent type is strict.`,
    suggestion: closest === undefined ? "Define the type first, or use an existing one." : `Did you mean ${closest}?`,
  };
}
