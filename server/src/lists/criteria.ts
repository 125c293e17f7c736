import type { JsonValue } from "../platform/json-value.ts";
import type { ListField } from "./list-field.ts";

/** The condition that an entity must meet to be listed. */
export type Condition =
  | { readonly kind: "all"; readonly of: readonly Condition[] }
  | { readonly kind: "any"; readonly of: readonly Condition[] }
  | { readonly kind: "field"; readonly field: ListField; readonly test: FieldTest };

/** The type paths that a condition names. */
export function typePathsIn(condition: Condition): readonly string[] {
  return condition.kind === "field" ? pathsOfTest(condition.test) : condition.of.flatMap(typePathsIn);
}

function pathsOfTest(test: FieldTest): readonly string[] {
  switch (test.test) {
    case "below":
      return [test.typePath];
    case "all":
    case "any":
      return test.of.flatMap(pathsOfTest);
    case "not":
      return pathsOfTest(test.of);
    default:
      return [];
  }
}

export type Comparison = "gt" | "gte" | "lt" | "lte";

/** The condition on the value of one field. */
export type FieldTest =
  | { readonly test: "all"; readonly of: readonly FieldTest[] }
  | { readonly test: "any"; readonly of: readonly FieldTest[] }
  /** Also true if the value is absent. */
  | { readonly test: "not"; readonly of: FieldTest }
  | { readonly test: "absent" }
  /** Equal to one of these, or containing it as JSON: ["a", "b"] contains ["a"], and only "a" contains "a". */
  | { readonly test: "includes"; readonly values: readonly JsonValue[] }
  | { readonly test: "identical"; readonly value: JsonValue }
  | { readonly test: "below"; readonly typePath: string }
  | { readonly test: "contains-text"; readonly text: string }
  /** A text that contains it, or a list with it as an element. */
  | { readonly test: "holds-text"; readonly text: string }
  | { readonly test: "starts-with"; readonly text: string }
  /** By option, the value is an index into the option set. */
  | {
      readonly test: "compare";
      readonly by: "text" | "number" | "time" | "option";
      readonly comparison: Comparison;
      readonly value: string | number;
    };
