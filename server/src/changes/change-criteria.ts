import { type ChangeAction, changeActions } from "@weft/contract";
import {
  invalidCriterion,
  oneOfCriterion,
  parseCreatedOn,
  readTextCriterion,
  type TimeRange,
  textCriteria,
} from "../platform/lists/criteria.ts";
import { type Direction, readOrderBy } from "../platform/lists/order.ts";

/** The search criteria of a history request. All given criteria must match. */
export interface ChangeCriteria {
  readonly entityType: string | undefined;
  readonly entity: EntityKey | undefined;
  readonly createdOn: TimeRange | undefined;
  readonly action: ChangeAction | undefined;
  readonly createdById: string | undefined;
  readonly changeSetId: string | undefined;
  /** Includes all types below the path. */
  readonly typePath: string | undefined;
  /** The slug of a property that the change touched. */
  readonly changed: string | undefined;
}

export interface EntityKey {
  readonly entityType: string;
  readonly id: string;
}

const keys = [
  "entityType",
  "entityReference",
  "createdOn",
  "action",
  "createdById",
  "changeSetId",
  "typePath",
  "changed",
] as const;

const textMax = 500;

/** Parses the parameter criteria and the parameter entityType, which may be sent with it. */
export function parseChangeCriteria(
  given: Readonly<Record<string, unknown>>,
  entityTypeBeside: string | undefined,
): ChangeCriteria {
  const text = textCriteria(given, keys, textMax);
  return {
    entityType: oneEntityType(text("entityType"), readTextCriterion("entityType", entityTypeBeside, textMax)),
    entity: parsed(text("entityReference"), parseReference),
    createdOn: parsed(text("createdOn"), parseCreatedOn),
    action: oneOfCriterion("action", changeActions, text("action")),
    createdById: text("createdById"),
    changeSetId: text("changeSetId"),
    typePath: text("typePath"),
    changed: text("changed"),
  };
}

/** The only entity type that can match, if the criteria determine one. */
export function entityTypeOfCriteria({ entityType, entity, typePath }: ChangeCriteria): string | undefined {
  return entityType ?? entity?.entityType ?? typePath?.split(":", 1)[0];
}

function parsed<Value>(text: string | undefined, parse: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : parse(text);
}

function oneEntityType(inside: string | undefined, beside: string | undefined): string | undefined {
  if (inside !== undefined && beside !== undefined && inside !== beside) {
    throw invalidCriterion(
      "entityType",
      `criteria has entityType ${inside}, but the parameter entityType is ${beside}. Send one of them.`,
    );
  }
  return inside ?? beside;
}

function parseReference(text: string): EntityKey {
  const end = text.indexOf(":");
  if (end < 1 || end === text.length - 1) {
    throw invalidCriterion(
      "entityReference",
      "entityReference must be <entityType>:<id>, such as item:IKq3B7dhPx0a_2Zk.",
    );
  }
  return { entityType: text.slice(0, end), id: text.slice(end + 1) };
}

const orderFields = [
  "createdOn",
  "id",
  "entityType",
  "entityReference",
  "entityId",
  "typePath",
  "action",
  "createdById",
  "changeSetId",
  "source",
  "sourceId",
  "entityVersion",
] as const;

type OrderField = (typeof orderFields)[number];

/** The order fields that differ from log order. */
export type SortField = Exclude<OrderField, "createdOn" | "id">;

/** Without a field, log order: the order of createdOn with ties broken. */
export interface ChangeOrder {
  readonly field: SortField | undefined;
  readonly direction: Direction;
}

/** Parses the parameter order. */
export function parseChangeOrder(given: Readonly<Record<string, unknown>>): ChangeOrder {
  const { field, direction } = readOrderBy(given, orderFields, { field: "createdOn", direction: "desc" });
  return { field: field === "createdOn" || field === "id" ? undefined : field, direction };
}
