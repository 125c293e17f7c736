import { shorten } from "../entity-types/kinds/validate-text.ts";
import { entityTypeOf } from "../entity-types/type-tree.ts";
import { adviceOnName } from "../platform/closest-name.ts";
import { invalidField } from "../platform/errors.ts";
import { isObject } from "../platform/json-value.ts";
import type { Comparison, Condition, FieldTest, ReferredCondition } from "./criteria.ts";
import { type FieldScope, fieldAt, referredNameIn } from "./field-scope.ts";
import type { ListField } from "./list-field.ts";
import { compareTest, readBetween, readContains, readMatches, readStartsWith } from "./read-comparison.ts";
import { equalTest } from "./read-operand.ts";

type Members = Readonly<Record<string, unknown>>;

const nestingMax = 4;
const conditionsMax = 100;
// Each may read all entities of another type.
const referencesMax = 10;

/** Parses the parameter criteria into a condition. Each error has its pointer, such as criteria.color.gt. */
export function readCriteria(criteria: Members, scope: FieldScope): Condition {
  const condition = readMembers(criteria, scope, { pointer: "criteria", depth: 0 });
  if (countOf(condition) > conditionsMax) {
    throw invalidField("criteria", `criteria can have at most ${conditionsMax} conditions. Use fewer.`);
  }
  if (countReferred(condition) > referencesMax) {
    const detail = `criteria can follow references up to ${referencesMax} times. Criteria on one entity, side by side, count once.`;
    throw invalidField("criteria", detail);
  }
  return condition;
}

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

function readMembers(members: Members, scope: FieldScope, place: Place): Condition {
  const of = Object.entries(members).map(([name, value]) => {
    const pointer = `${place.pointer}.${name}`;
    return isGroup(name, value, scope)
      ? readGroup(name, value, scope, { pointer, depth: place.depth + 1 })
      : readMember(name, value, scope, pointer);
  });
  return { kind: "all", of: joinReferred(of) };
}

const groups = { and: "all", or: "any" } as const;

/** A property may have the same name. It is never compared with a list of objects, which is a group also there. */
function isGroup(name: string, value: unknown, { properties }: FieldScope): name is keyof typeof groups {
  return Object.hasOwn(groups, name) && (!properties.has(name) || (Array.isArray(value) && value.some(isObject)));
}

function readGroup(name: keyof typeof groups, value: unknown, scope: FieldScope, { pointer, depth }: Place): Condition {
  if (depth > nestingMax) {
    throw invalidField(pointer, `and and or can be nested up to ${nestingMax} levels deep. Use fewer levels.`);
  }
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidField(pointer, `${name} must be a list of criteria, such as [{color: red}, {color: blue}].`);
  }
  const of = value.map((members: unknown, index) => {
    const place = { pointer: `${pointer}.${index}`, depth };
    if (!isObject(members)) {
      throw invalidField(place.pointer, `${name} must be a list of criteria objects.`);
    }
    return readMembers(members, scope, place);
  });
  return { kind: groups[name], of };
}

function readMember(name: string, value: unknown, scope: FieldScope, pointer: string): Condition {
  const referred = referredNameIn(scope, name, pointer);
  if (referred === undefined) {
    return readField(name, value, scope, pointer);
  }
  const { relation, reference: field } = referred;
  const second = referredNameIn(referred.scope, referred.name, pointer);
  if (second !== undefined) {
    const allowed = `${relation}.${second.reference.name}`;
    throw invalidField(pointer, `Criteria can follow one reference, not two. Filter by ${allowed} instead.`);
  }
  const condition = readField(referred.name, value, referred.scope, pointer);
  const entityType = entityTypeOf(referred.scope.typePath);
  return { kind: "referred", field, relation, entityType, rights: referred.scope.rights, condition };
}

function readField(name: string, value: unknown, scope: FieldScope, pointer: string): Condition {
  // An item has several roles; a filter by one role uses the name role.
  const isRole = name === "role" && !scope.properties.has("role") && scope.properties.has("roles");
  const field = fieldAt(scope, isRole ? "roles" : name, pointer);
  return { kind: "field", field, test: readTest(field, value, pointer) };
}

/** Criteria on the same entity are one condition on it. A list leads to several, which may meet one criterion each. */
function joinReferred(parts: readonly Condition[]): readonly Condition[] {
  const joined: Condition[] = [];
  for (const part of parts) {
    const index = joined.findIndex((other) => part.kind === "referred" && isOnSameEntity(part, other));
    const other = joined[index];
    if (part.kind === "referred" && other?.kind === "referred") {
      joined[index] = { ...other, condition: { kind: "all", of: [other.condition, part.condition] } };
    } else {
      joined.push(part);
    }
  }
  return joined;
}

function isOnSameEntity({ field }: ReferredCondition, other: Condition): boolean {
  return other.kind === "referred" && field.valueType !== "list" && field.name === other.field.name;
}

/** Empty criteria count as well: each is a part of the statement. */
function countOf(condition: Condition): number {
  return Math.max(
    1,
    partsOf(condition).reduce((sum, part) => sum + countOf(part), 0),
  );
}

function countReferred(condition: Condition): number {
  const inner = partsOf(condition).reduce((sum, part) => sum + countReferred(part), 0);
  return condition.kind === "referred" ? inner + 1 : inner;
}

function partsOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of;
    case "field":
      return [];
    case "referred":
      return [condition.condition];
  }
}

type OperatorReader = (field: ListField, operand: unknown, pointer: string) => FieldTest;

const valuesMax = 1_000;

const operators: Readonly<Record<string, OperatorReader>> = {
  gt: comparison("gt"),
  gte: comparison("gte"),
  lt: comparison("lt"),
  lte: comparison("lte"),
  ne: (field, operand, pointer) => not(oneOf(field, [operand], pointer)),
  in: (field, operand, pointer) => oneOf(field, listOf("in", operand, pointer), pointer),
  nin: (field, operand, pointer) => not(oneOf(field, listOf("nin", operand, pointer), pointer)),
  contains: readContains,
  matches: readMatches,
  startsWith: readStartsWith,
  exists(_field, operand, pointer) {
    if (typeof operand !== "boolean") {
      throw invalidField(pointer, "exists must be true or false.");
    }
    return operand ? not({ test: "absent" }) : { test: "absent" };
  },
};

/** Parses a member of the criteria into a test of its field. */
function readTest(field: ListField, value: unknown, pointer: string): FieldTest {
  if (Array.isArray(value)) {
    return oneOf(field, value, pointer);
  }
  if (typeof value === "object" && value !== null && !isWholeValue(field, value)) {
    return readOperators(field, value, pointer);
  }
  const between = typeof value === "string" ? readBetween(field, value, pointer) : undefined;
  return between ?? oneOf(field, [value], pointer);
}

/** A size range is itself an object. */
function isWholeValue(field: ListField, value: object): boolean {
  return field.valueType === "sizes" && Object.keys(value).join() === "sizes";
}

function readOperators(field: ListField, value: object, pointer: string): FieldTest {
  const entries = Object.entries(value);
  if (entries.length === 0) {
    throw invalidField(pointer, `Specify an operator: ${operatorNames}.`);
  }
  const of = entries.map(([name, operand]) => {
    const read = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (read === undefined) {
      throw invalidField(`${pointer}.${name}`, unknownOperator(name));
    }
    return read(field, operand, `${pointer}.${name}`);
  });
  return { test: "all", of };
}

const operatorNames = Object.keys(operators).join(", ");

function unknownOperator(name: string): string {
  return `There is no operator ${shorten(name)}. ${adviceOnName(name, Object.keys(operators))}`;
}

function comparison(name: Comparison): OperatorReader {
  return (field, operand, pointer) => compareTest(field, { comparison: name, operand }, pointer);
}

/** Null among the values matches an absent value. */
function oneOf(field: ListField, values: readonly unknown[], pointer: string): FieldTest {
  if (values.length > valuesMax) {
    throw invalidField(pointer, `A list can have at most ${valuesMax} values. Use fewer.`);
  }
  const tests = values.map(
    (value): FieldTest => (value === null ? { test: "absent" } : equalTest(field, value, pointer)),
  );
  // Combined into one test, so that one index lookup finds all of them.
  const included = tests.flatMap((test) => (test.test === "includes" ? test.values : []));
  const others = tests.filter(({ test }) => test !== "includes");
  return included.length === 0 ? any(others) : any([{ test: "includes", values: included }, ...others]);
}

function listOf(operator: string, operand: unknown, pointer: string): readonly unknown[] {
  if (!Array.isArray(operand)) {
    throw invalidField(pointer, `${operator} must be a list of values, such as [1, 2].`);
  }
  return operand;
}

function not(of: FieldTest): FieldTest {
  return { test: "not", of };
}

function any(of: readonly FieldTest[]): FieldTest {
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { test: "any", of };
}
