import type { TypeRight } from "../access/decide.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { ListField } from "./list-field.ts";

/** The condition that an entity must meet to be listed. */
export type Condition =
  | { readonly kind: "all"; readonly of: readonly Condition[] }
  | { readonly kind: "any"; readonly of: readonly Condition[] }
  | { readonly kind: "field"; readonly field: ListField; readonly test: FieldTest }
  | ReferredCondition;

/** True if the reference leads to an entity that the caller may read and that meets the condition. */
export interface ReferredCondition {
  readonly kind: "referred";
  /** The reference, or the list of references. */
  readonly field: ListField;
  /** The name of the relation in the criteria. */
  readonly relation: string;
  /** The type of the entities that the reference leads to. */
  readonly entityType: string;
  /** The caller's rights on them. */
  readonly rights: readonly TypeRight[];
  readonly condition: Condition;
}

/** A type path in a condition, the type that it must be of, and where the request names it. */
interface NamedPath {
  readonly typePath: string;
  readonly entityType: string;
  readonly pointer: string;
}

/** The type paths that a condition names. */
export function typePathsIn(condition: Condition, entityType: string, pointer = "criteria"): readonly NamedPath[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of.flatMap((part) => typePathsIn(part, entityType, pointer));
    case "field":
      return pathsOfTest(condition.test).map((typePath) => ({ typePath, entityType, pointer: `${pointer}.typePath` }));
    case "referred":
      return typePathsIn(condition.condition, condition.entityType, `${pointer}.${condition.relation}`);
  }
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
  /** The folded value contains the folded text. */
  | { readonly test: "matches-text"; readonly folded: string }
  /** By option, the value is an index into the option set. */
  | {
      readonly test: "compare";
      readonly by: "text" | "number" | "time" | "option";
      readonly comparison: Comparison;
      readonly value: string | number;
    };
