import { splitList } from "../../entity-types/kinds/split-list.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** The names in a cell or in the result of an expression; undefined if it is neither a text nor a list of texts. */
export function entriesIn(value: JsonValue, isList: boolean): readonly string[] | undefined {
  if (typeof value === "string") {
    return isList ? splitList(value) : [value];
  }
  return isList && isTextList(value) ? value : undefined;
}

function isTextList(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
