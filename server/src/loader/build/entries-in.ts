import { splitList } from "../../entity-types/kinds/split-list.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** The texts that a cell or an expression's result names; undefined for what is neither a text nor a list of texts. */
export function entriesIn(value: JsonValue, isList: boolean): readonly string[] | undefined {
  if (typeof value === "string") {
    return isList ? splitList(value) : [value];
  }
  return isList && isTextList(value) ? value : undefined;
}

function isTextList(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
