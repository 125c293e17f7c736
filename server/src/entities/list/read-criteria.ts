import { invalidField } from "../../errors.ts";
import type { Condition } from "./criteria.ts";
import { type FieldScope, fieldAt } from "./field-scope.ts";
import { readTest } from "./read-test.ts";

type Members = Readonly<Record<string, unknown>>;

const nestingMax = 4;
const conditionsMax = 100;

/** Parses the parameter criteria into a condition. Each error has its pointer, such as criteria.color.gt. */
export function readCriteria(criteria: Members, scope: FieldScope): Condition {
  const condition = readMembers(criteria, scope, { pointer: "criteria", depth: 0 });
  if (countOf(condition) > conditionsMax) {
    throw invalidField("criteria", `criteria can have at most ${conditionsMax} conditions. Use fewer.`);
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
    return name === "or"
      ? readAlternatives(value, scope, { pointer, depth: place.depth + 1 })
      : readMember(name, value, scope, pointer);
  });
  return { kind: "all", of };
}

function readAlternatives(value: unknown, scope: FieldScope, { pointer, depth }: Place): Condition {
  if (depth > nestingMax) {
    throw invalidField(pointer, `or can be nested up to ${nestingMax} levels deep. Use fewer levels.`);
  }
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidField(pointer, "or must be a list of criteria, such as [{color: red}, {color: blue}].");
  }
  const of = value.map((members: unknown, index) => {
    const place = { pointer: `${pointer}.${index}`, depth };
    if (!isMembers(members)) {
      throw invalidField(place.pointer, "or must be a list of criteria objects.");
    }
    return readMembers(members, scope, place);
  });
  return { kind: "any", of };
}

function readMember(name: string, value: unknown, scope: FieldScope, pointer: string): Condition {
  // An item has several roles; a filter by one role uses the name role.
  const isRole = name === "role" && !scope.properties.has("role") && scope.properties.has("roles");
  const field = fieldAt(scope, isRole ? "roles" : name, pointer);
  return { kind: "field", field, test: readTest(field, value, pointer) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function countOf(condition: Condition): number {
  return condition.kind === "field" ? 1 : condition.of.reduce((sum, part) => sum + countOf(part), 0);
}
