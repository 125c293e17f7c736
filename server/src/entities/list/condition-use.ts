import type { JsonValue } from "../../platform/json-value.ts";
import type { Condition, FieldTest } from "./criteria.ts";
import { isKeyed } from "./selectivity.ts";

/** How a condition is evaluated: by index lookups, or by a scan that checks each row. */
export type ConditionUse = FindUse | { readonly purpose: "walk" };

export interface FindUse {
  readonly purpose: "find";
  readonly orgId: string;
  readonly entityType: string;
  /** True within "or", where the planner adds up its estimates. */
  readonly isAlternative: boolean;
  /** Values that all rows must have. Combined with other lookups, they narrow the results. */
  readonly given: Readonly<Record<string, JsonValue>>;
}

export function useOfAll(parts: readonly Condition[], use: ConditionUse): ConditionUse {
  // A key leaves very few rows to check.
  if (use.purpose === "walk" || parts.some(isKeyed)) {
    return { purpose: "walk" };
  }
  return { ...use, given: { ...use.given, ...Object.fromEntries(parts.flatMap(givenIn)) } };
}

/** If one of the alternatives has no index lookup, all of them are checked row by row. */
export function useOfAny(use: ConditionUse, isFoundByValue: boolean): ConditionUse {
  return use.purpose === "find" && isFoundByValue ? { ...use, isAlternative: true } : { purpose: "walk" };
}

function givenIn(part: Condition): [string, JsonValue][] {
  return part.kind === "field" && part.field.place === "properties"
    ? givenValues(part.test).map((value) => [part.field.name, value])
    : [];
}

function givenValues(test: FieldTest): readonly JsonValue[] {
  switch (test.test) {
    case "includes":
      return test.values.length === 1 ? test.values : [];
    case "all":
      return test.of.flatMap(givenValues);
    default:
      return [];
  }
}
