import type { JsonValue } from "../../platform/json-value.ts";
import type { Condition, FieldTest } from "./criteria.ts";
import { isKeyed } from "./selectivity.ts";

/** Whom a condition is written for: indexes that find the rows, or a walk that checks them one by one. */
export type ConditionUse = FindUse | { readonly purpose: "walk" };

export interface FindUse {
  readonly purpose: "find";
  readonly orgId: string;
  readonly entityType: string;
  /** True within or, where the planner sums up its guesses. */
  readonly isAlternative: boolean;
  /** The values that the rows must have in any case: looked up together with others, they narrow these down. */
  readonly given: Readonly<Record<string, JsonValue>>;
}

export function useOfAll(parts: readonly Condition[], use: ConditionUse): ConditionUse {
  // A key leaves hardly a row to be checked.
  if (use.purpose === "walk" || parts.some(isKeyed)) {
    return { purpose: "walk" };
  }
  return { ...use, given: { ...use.given, ...Object.fromEntries(parts.flatMap(givenIn)) } };
}

/** Where one of the alternatives cannot be found by its value, the rows are checked for all of them. */
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
