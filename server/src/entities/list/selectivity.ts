import type { Condition, FieldTest } from "../../lists/criteria.ts";
import type { ListField } from "../../lists/list-field.ts";
import { foldText } from "../../platform/fold-text.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { TermsState } from "../search/terms-store.ts";
import { textPartsOf } from "../search/text-parts.ts";

/** How far indexes narrow a condition: to a handful of rows, perhaps to few, or not at all. */
export type Selectivity = 2 | 1 | 0;

export interface SelectivityScope {
  /** A bound on the order field does not count: it narrows the scan itself. */
  readonly orderedBy: string;
  /** True if parts of texts are found by terms. */
  readonly hasParts: boolean;
}

export function selectivityOf(condition: Condition, scope: SelectivityScope): Selectivity {
  switch (condition.kind) {
    case "all":
      return condition.of.reduce<Selectivity>((most, part) => larger(most, selectivityOf(part, scope)), 0);
    case "any":
      return condition.of.reduce<Selectivity>((least, part) => smaller(least, selectivityOf(part, scope)), 2);
    case "field":
      return selectivityOfTest(condition.field, condition.test, scope);
    case "referred":
      return 0;
  }
}

function selectivityOfTest(field: ListField, test: FieldTest, scope: SelectivityScope): Selectivity {
  switch (test.test) {
    case "includes":
      return selectivityOfValues(field, test.values);
    case "below":
      return 1;
    case "compare":
    case "starts-with":
      return field.isSearchable && field.name !== scope.orderedBy ? 1 : 0;
    case "all":
      return test.of.reduce<Selectivity>((most, part) => larger(most, selectivityOfTest(field, part, scope)), 0);
    case "any":
      return test.of.reduce<Selectivity>((least, part) => smaller(least, selectivityOfTest(field, part, scope)), 2);
    case "not":
    case "absent":
    case "identical":
    case "holds-text":
      return 0;
    case "contains-text":
    case "matches-text":
      return scope.hasParts && isFoundByTerms(field, test) ? 1 : 0;
  }
}

// Checking a row against this many lists costs more than looking up each.
const listsCheckedMax = 100;

function selectivityOfValues(field: ListField, values: readonly JsonValue[]): Selectivity {
  if (field.place !== "properties") {
    return isKey(field) ? 2 : 0;
  }
  return values.filter((value) => typeof value === "object").length > listsCheckedMax ? 2 : 1;
}

function isKey(field: ListField): boolean {
  return field.place === "column" && (field.name === "id" || field.name === "federatedId");
}

function larger(left: Selectivity, right: Selectivity): Selectivity {
  return left > right ? left : right;
}

function smaller(left: Selectivity, right: Selectivity): Selectivity {
  return left < right ? left : right;
}

/** The folded text of a test for a part of a text; undefined for other tests. */
export function foldedPartOf(test: FieldTest): string | undefined {
  switch (test.test) {
    case "contains-text":
      return foldText(test.text);
    case "matches-text":
      return test.folded;
    default:
      return undefined;
  }
}

/** True if the terms of entities narrow the test. */
function isFoundByTerms(field: ListField, test: FieldTest): boolean {
  const folded = field.hasTerms ? foldedPartOf(test) : undefined;
  return folded !== undefined && textPartsOf(folded).length > 0;
}

/** The folded texts of tests that terms narrow. */
export function foldedPartsIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of.flatMap(foldedPartsIn);
    case "field":
      return foldedPartsInTest(condition.field, condition.test);
    case "referred":
      return [];
  }
}

function foldedPartsInTest(field: ListField, test: FieldTest): readonly string[] {
  return test.test === "all" || test.test === "any"
    ? test.of.flatMap((part) => foldedPartsInTest(field, part))
    : [foldedPartOf(test)].filter((folded) => folded !== undefined && isFoundByTerms(field, test)).map(String);
}

/** True if every row of the condition can be found by the value of a property, a key or terms. */
export function isFoundByIndex(condition: Condition, use: ConditionUse): boolean {
  switch (condition.kind) {
    case "all":
      return condition.of.some((part) => isFoundByIndex(part, use));
    case "any":
      return condition.of.every((part) => isFoundByIndex(part, use));
    case "field":
      return isTestFoundByIndex(condition.field, condition.test, use);
    case "referred":
      return false;
  }
}

export function isTestFoundByIndex(field: ListField, test: FieldTest, use: ConditionUse): boolean {
  switch (test.test) {
    case "includes":
      return field.place === "properties" || isKey(field);
    case "all":
      return test.of.some((part) => isTestFoundByIndex(field, part, use));
    case "any":
      return test.of.every((part) => isTestFoundByIndex(field, part, use));
    default:
      return use.purpose === "find" && use.terms.hasParts && isFoundByTerms(field, test);
  }
}

/** True for a condition on a key. */
function isKeyed(condition: Condition): boolean {
  return condition.kind === "field" && isKey(condition.field) && condition.test.test === "includes";
}

/** How a condition is evaluated: by index lookups, or by a scan that checks each row. */
export type ConditionUse = FindUse | WalkUse;

interface WalkUse {
  readonly purpose: "walk";
  readonly orgId: string;
}

export interface FindUse {
  readonly purpose: "find";
  readonly orgId: string;
  readonly entityType: string;
  /** How parts of texts are found by terms. */
  readonly terms: TermsState;
  /** True within "or", where the planner adds up its estimates. */
  readonly isAlternative: boolean;
  /** Values that all rows must have. Combined with other lookups, they narrow the results. */
  readonly given: Readonly<Record<string, JsonValue>>;
}

export function findUse(orgId: string, entityType: string, terms: TermsState): FindUse {
  return { purpose: "find", orgId, entityType, terms, isAlternative: false, given: {} };
}

/** Documents of which every row contains one. */
interface Alternatives {
  readonly documents: readonly Readonly<Record<string, JsonValue>>[];
  /** True for the combinations of several lists of alternatives. */
  readonly isCombined: boolean;
}

// Each is looked up.
const combinationsMax = 100;

/**
 * Several lists of alternatives that must all be met, as one list of combinations: each list alone may have many rows, and
 * a combination few. Undefined if there are no several lists, or too many combinations.
 */
export function combinedDocuments(
  parts: readonly Condition[],
  { given }: FindUse,
): Alternatives["documents"] | undefined {
  const alternatives = combine(parts.flatMap((part) => alternativesOf(part) ?? []));
  return alternatives?.isCombined === true
    ? alternatives.documents.map((document) => ({ ...given, ...document }))
    : undefined;
}

function alternativesOf(condition: Condition): Alternatives | undefined {
  switch (condition.kind) {
    case "all":
      return combine(condition.of.flatMap((part) => alternativesOf(part) ?? []));
    case "any":
      return join(condition.of.map(alternativesOf));
    case "field":
      return condition.field.place === "properties"
        ? alternativesOfTest(condition.field.name, condition.test)
        : undefined;
    case "referred":
      return undefined;
  }
}

function alternativesOfTest(slug: string, test: FieldTest): Alternatives | undefined {
  switch (test.test) {
    case "includes":
      return { documents: test.values.map((value) => ({ [slug]: value })), isCombined: false };
    case "all":
      return combine(test.of.flatMap((part) => alternativesOfTest(slug, part) ?? []));
    case "any":
      return join(test.of.map((part) => alternativesOfTest(slug, part)));
    default:
      return undefined;
  }
}

/** Lists that would make too many combinations are left to be checked on the rows that the others find. */
function combine(lists: readonly Alternatives[]): Alternatives | undefined {
  const [first, ...rest] = lists.toSorted((one, other) => one.documents.length - other.documents.length);
  return (
    first &&
    rest.reduce((combined, { documents, isCombined }) => {
      const count = combined.documents.length * documents.length;
      return count > combinationsMax
        ? combined
        : {
            documents: combined.documents.flatMap((one) => documents.map((other) => ({ ...one, ...other }))),
            isCombined: combined.isCombined || isCombined || (combined.documents.length > 1 && documents.length > 1),
          };
    }, first)
  );
}

function join(lists: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  const known = lists.filter((list) => list !== undefined);
  const documents = known.flatMap((list) => list.documents);
  return known.length < lists.length || documents.length > combinationsMax
    ? undefined
    : { documents, isCombined: known.some(({ isCombined }) => isCombined) };
}

export function useOfAll(parts: readonly Condition[], use: ConditionUse): ConditionUse {
  // A key leaves very few rows to check.
  if (use.purpose === "walk" || parts.some(isKeyed)) {
    return walkOf(use);
  }
  return { ...use, given: { ...use.given, ...Object.fromEntries(parts.flatMap(givenIn)) } };
}

/** If one of the alternatives has no index lookup, all of them are checked row by row. */
export function useOfAny(use: ConditionUse, isFound: boolean): ConditionUse {
  return use.purpose === "find" && isFound ? { ...use, isAlternative: true } : walkOf(use);
}

export function walkOf({ orgId }: ConditionUse): ConditionUse {
  return { purpose: "walk", orgId };
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
