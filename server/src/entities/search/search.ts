import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import type { FieldScope } from "../../lists/field-scope.ts";
import { columnField, isSearched, type ListField, propertyField } from "../../lists/list-field.ts";
import { invalidField } from "../../platform/errors.ts";
import { wordsOf } from "../../platform/fold-text.ts";

/** The words that an entity must have, each as the beginning of a word in one of the fields. */
export interface Search {
  /** True without q: all entities are found. */
  readonly isEmpty: boolean;
  /** Folded. A q without letters and digits has none, and finds nothing. */
  readonly words: readonly string[];
  /** Including those that the caller may not read. */
  readonly fields: readonly ListField[];
}

const wordsMax = 10;
const charactersMax = 1_000;

/** Parses the parameter q. It names no fields, so those that the caller may not read cause no error. */
export function readSearch(q: string, scope: FieldScope): Search {
  const error = validateCharacters(q);
  if (error !== undefined) {
    throw invalidField("q", `q ${error}`);
  }
  const words = q.length > charactersMax ? [] : wordsOf(q);
  if (words.length > wordsMax || q.length > charactersMax) {
    throw invalidField("q", `q can have up to ${wordsMax} words with ${charactersMax} characters in total.`);
  }
  const searched = [...scope.properties.values()].filter(isSearched);
  return {
    isEmpty: q.trim() === "",
    words: [...new Set(words)],
    fields: [
      columnField("name"),
      columnField("federatedId"),
      ...searched.map((property) => propertyField(property, scope.rights)),
    ],
  };
}
