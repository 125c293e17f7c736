import { type ChangeAction, changeActions } from "@weft/contract";
import { parseCreatedOn, type TimeRange } from "../platform/created-on-range.ts";
import { invalidCriterion } from "../platform/invalid-criterion.ts";

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
type Key = (typeof keys)[number];

const textMax = 500;

/** Parses the parameter criteria and the parameter entityType, which may be sent with it. */
export function parseChangeCriteria(
  given: Readonly<Record<string, unknown>>,
  entityTypeBeside: string | undefined,
): ChangeCriteria {
  const unknown = Object.keys(given).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined) {
    throw invalidCriterion(unknown, `criteria accepts ${keys.join(", ")}; ${unknown} is not one of them.`);
  }
  const text = (key: Key) => readText(key, given[key]);
  return {
    entityType: oneEntityType(text("entityType"), readText("entityType", entityTypeBeside)),
    entity: parsed(text("entityReference"), parseReference),
    createdOn: parsed(text("createdOn"), parseCreatedOn),
    action: parsed(text("action"), parseAction),
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

function readText(key: Key, value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "string" || value === "" || value.length > textMax || /\p{Cc}/u.test(value)) {
    throw invalidCriterion(key, `${key} must be a text of 1 to ${textMax} characters without control characters.`);
  }
  return value;
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

function parseAction(text: string): ChangeAction {
  const action = changeActions.find((known) => known === text);
  if (action === undefined) {
    throw invalidCriterion("action", `action must be one of ${changeActions.join(", ")}.`);
  }
  return action;
}
