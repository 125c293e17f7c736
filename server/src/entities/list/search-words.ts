import type { PropertyType } from "@weft/contract";
import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import { invalidField } from "../../errors.ts";
import type { FieldScope } from "./field-scope.ts";
import { columnField, type ListField, propertyField } from "./list-field.ts";

/** The words that an entity must contain, each in one of the fields. */
export interface Search {
  readonly words: readonly string[];
  readonly fields: readonly ListField[];
}

const wordsMax = 10;
const charactersMax = 1_000;
const searchedTypes: ReadonlySet<PropertyType> = new Set(["string", "text", "choice", "url", "sequence"]);

/**
 * Parses the parameter q. Properties that the caller may not read are not searched, without an error, because the query
 * does not name them.
 */
export function readSearch(q: string, scope: FieldScope): Search {
  const words = q.split(/\s+/).filter((word) => word !== "");
  if (words.length > wordsMax || q.length > charactersMax) {
    throw invalidField("q", `q can have up to ${wordsMax} words with ${charactersMax} characters in total.`);
  }
  const error = validateCharacters(q);
  if (error !== undefined) {
    throw invalidField("q", `q ${error}`);
  }
  const searched = [...scope.properties.values()]
    .filter(({ searchable, propertyType }) => searchable && searchedTypes.has(propertyType))
    .map((property) => propertyField(property, scope.rights))
    .filter(({ shownBy }) => shownBy === "all" || shownBy.length > 0);
  return { words, fields: [columnField("name"), columnField("federatedId"), ...searched] };
}
