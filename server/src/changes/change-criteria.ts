import {
  type ChangeAction,
  changeActions,
  changeOrders,
  changeSources,
  entityKinds,
  typesWithHistory,
} from "@weft/contract";
import { entityTypeOf, rootTypeOf } from "../entity-types/type-tree.ts";
import { adviceOnName, shownName } from "../platform/closest-name.ts";
import { invalidField } from "../platform/errors.ts";
import {
  invalidCriterion,
  oneOfCriterion,
  readReference,
  readTextCriterion,
  readTimeCriterion,
  singularOf,
  type TimeRange,
} from "../platform/lists/criteria.ts";
import { type Direction, readOrderBy, type SentOrder } from "../platform/lists/order.ts";
import type { ChangeSource } from "./change.ts";

/** The search criteria of a history request. All given criteria must match. */
export interface ChangeCriteria {
  /** Paths of types, of which one must match. Each includes all types below it. */
  readonly entityTypes: readonly string[] | undefined;
  readonly entity: EntityKey | undefined;
  readonly createdOn: TimeRange | undefined;
  readonly action: ChangeAction | undefined;
  readonly createdById: string | undefined;
  readonly changeSetId: string | undefined;
  readonly source: ChangeSource | undefined;
  /** Includes all types below the path. */
  readonly typePath: string | undefined;
  /** The slug of a property that the change touched. */
  readonly changed: string | undefined;
}

export interface EntityKey {
  readonly entityType: string;
  readonly id: string;
}

const named: readonly string[] = typesWithHistory;

const textMax = 500;
const entityTypesMax = 20;

/** Parses the parameter criteria and the parameter entityType, which may be sent with it. */
export function parseChangeCriteria(
  given: Readonly<Record<string, unknown>>,
  entityTypeBeside: string | undefined,
): ChangeCriteria {
  const text = (key: string) => readTextCriterion(key, given[key], textMax);
  return {
    entityTypes: oneOfBoth(readEntityTypes(given["entityType"]), readEntityTypes(entityTypeBeside)),
    entity: readReference("entityReference", text("entityReference"), named),
    createdOn: readTimeCriterion("createdOn", given["createdOn"]),
    action: oneOfCriterion("action", changeActions, text("action")),
    createdById: text("createdById"),
    changeSetId: text("changeSetId"),
    source: oneOfCriterion("source", changeSources, text("source")),
    typePath: parsed(text("typePath"), (path) => readTypePath(path, "criteria.typePath")),
    changed: text("changed"),
  };
}

/** Matches every change. */
export const everyChange = parseChangeCriteria({}, undefined);

/** Every type that the criteria name, with the place where they do. */
export function typesOfCriteria({ entityTypes = [], typePath }: ChangeCriteria): readonly [string, string][] {
  const named = entityTypes.map((path): [string, string] => [path, "criteria.entityType"]);
  return typePath === undefined ? named : [...named, [typePath, "criteria.typePath"]];
}

/** The only root type that can match, if the criteria determine one. */
export function entityTypeOfCriteria({ entityTypes = [], entity, typePath }: ChangeCriteria): string | undefined {
  const [root, ...others] = new Set(entityTypes.map(entityTypeOf));
  return (others.length === 0 ? root : undefined) ?? entity?.entityType ?? parsed(typePath, entityTypeOf);
}

function parsed<Value>(text: string | undefined, parse: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : parse(text);
}

function readEntityTypes(given: unknown): readonly string[] | undefined {
  if (given === undefined) {
    return undefined;
  }
  const names: readonly unknown[] = [given].flat();
  if (names.length === 0 || names.length > entityTypesMax) {
    throw invalidCriterion("entityType", `entityType must be a type, or a list of 1 to ${entityTypesMax} types.`);
  }
  return names.map((name) => readTypePath(readTextCriterion("entityType", name, textMax) ?? "", "criteria.entityType"));
}

function oneOfBoth(
  inside: readonly string[] | undefined,
  beside: readonly string[] | undefined,
): readonly string[] | undefined {
  if (inside !== undefined && beside !== undefined && inside.join() !== beside.join()) {
    throw invalidCriterion(
      "entityType",
      `criteria has entityType ${inside.join(", ")}, but the parameter entityType is ${beside.join()}. Send one of them.`,
    );
  }
  return inside ?? beside;
}

/**
 * A type as a caller writes it in criteria: singular or plural, for product data also with subtypes. Returns its path
 * with the singular. A type that does not exist, or whose changes are not recorded, would silently match nothing.
 */
function readTypePath(text: string, pointer: string): string {
  const [first = "", ...subtypes] = text.split(":");
  const root = singularOf(first);
  if (!named.includes(root)) {
    throw invalidField(pointer, `No change history is kept for ${shownName(text)}. ${adviceOnName(first, named)}`);
  }
  if (subtypes.length > 0 && rootTypeOf(root) === undefined) {
    const kinds = entityKinds.map(({ name }) => name).join(", ");
    throw invalidField(pointer, `${root} has no subtypes. Write ${root}; only ${kinds} have subtypes.`);
  }
  return [root, ...subtypes].join(":");
}

type OrderField = (typeof changeOrders)[number];

/** The order fields that differ from log order. */
export type SortField = Exclude<OrderField, "createdOn" | "id">;

/** Without a field, log order: the order of createdOn with ties broken. */
export interface ChangeOrder {
  readonly field: SortField | undefined;
  readonly direction: Direction;
}

/** Parses the parameter order. */
export function parseChangeOrder(given: SentOrder): ChangeOrder {
  const { field, direction } = readOrderBy(given, changeOrders, { field: "createdOn", direction: "desc" });
  return { field: field === "createdOn" || field === "id" ? undefined : field, direction };
}
