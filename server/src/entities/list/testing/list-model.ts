import type { JsonValue } from "../../../platform/json-value.ts";
import { type EntityInput, sizes } from "./list-world.ts";

export interface ModelEntity extends EntityInput {
  readonly id: string;
  readonly properties: Readonly<Record<string, JsonValue>>;
}

type Criteria = Readonly<Record<string, unknown>>;

interface Order {
  readonly orderField?: string | undefined;
  readonly order?: string | undefined;
}

/**
 * The list in memory, implemented independently from the specification, so that an error in the SQL is not repeated
 * here.
 */
export function modelList(
  entities: readonly ModelEntity[],
  criteria: Criteria,
  sent: Order | readonly Order[],
): string[] {
  const orders = [sent].flat().map(({ orderField = "id", order = "asc" }) => ({ orderField, sign: signOf(order) }));
  const byAge = { orderField: "id", sign: orders.at(-1)?.sign ?? 1 };
  return entities
    .filter((entity) => meets(entity, criteria, entities))
    .sort((left, right) => {
      const results = [...orders, byAge].map(({ orderField, sign }) => {
        const [one, other] = [left, right].map((entity) => orderKey(orderField, fieldOf(entity, orderField)));
        return one === undefined || other === undefined
          ? Number(one === undefined) - Number(other === undefined)
          : sign * compare(one, other);
      });
      return results.find((result) => result !== 0) ?? 0;
    })
    .map(({ id }) => id);
}

function signOf(order: string): number {
  return order.toLowerCase() === "desc" ? -1 : 1;
}

const systemNames = new Set(["id", "name", "version", "createdOn"]);

function fieldOf(entity: ModelEntity, field: string): JsonValue {
  if (!systemNames.has(field)) {
    return entity.properties[field];
  }
  const { id, name, version, createdOn } = entity;
  return { id, name, version, createdOn }[field];
}

const textOrder = 100;

function orderKey(field: string, value: JsonValue): JsonValue {
  if (value === undefined) {
    return undefined;
  }
  if (field === "size") {
    const place = sizes.indexOf(String(value));
    return place < 0 ? undefined : place;
  }
  const text = typeof value === "object" ? jsonbText(value) : value;
  return typeof text === "string" ? Array.from(text).slice(0, textOrder).join("") : text;
}

/** PostgreSQL writes a space after each comma of a list. */
function jsonbText(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]` : JSON.stringify(value);
}

const ranks = ["string", "number", "boolean"];

function compare(left: JsonValue, right: JsonValue): number {
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const byType = ranks.indexOf(typeof left) - ranks.indexOf(typeof right);
  return byType === 0 ? Number(left) - Number(right) : byType;
}

function meets(entity: ModelEntity, criteria: Criteria, all: readonly ModelEntity[]): boolean {
  return Object.entries(criteria).every(([field, input]) => {
    if (field === "or" || field === "and") {
      const met = Array.isArray(input) ? input.map((one) => meets(entity, one, all)) : [];
      return field === "or" ? met.includes(true) : !met.includes(false);
    }
    const [relation = "", name] = field.split(".");
    return name === undefined
      ? meetsOne(field, fieldOf(entity, field), input)
      : referredBy(entity, relation, all).some((referred) => meetsOne(name, fieldOf(referred, name), input));
  });
}

function referredBy({ properties }: ModelEntity, relation: string, all: readonly ModelEntity[]): ModelEntity[] {
  const ids = [properties[relation === "likes" ? "likeIds" : "parentId"]].flat();
  return all.filter(({ id }) => ids.includes(id));
}

function meetsOne(field: string, value: JsonValue, input: unknown): boolean {
  return typeof input !== "object" || input === null || Array.isArray(input)
    ? isOneOf(value, Array.isArray(input) ? input : [input])
    : Object.entries(input).every(([operator, operand]) => holds(field, value, operator, operand));
}

function isOneOf(value: JsonValue, requested: readonly unknown[]): boolean {
  return requested.some((one) => {
    if (one === null || value === undefined) {
      return one === null && value === undefined;
    }
    return Array.isArray(value) ? value.includes(String(one)) && typeof one === "string" : value === one;
  });
}

function holds(field: string, value: JsonValue, operator: string, operand: unknown): boolean {
  switch (operator) {
    case "ne":
      return !isOneOf(value, [operand]);
    case "in":
      return isOneOf(value, Array.isArray(operand) ? operand : []);
    case "nin":
      return !isOneOf(value, Array.isArray(operand) ? operand : []);
    case "exists":
      return (value !== undefined) === operand;
    case "contains":
      return (
        value !== undefined &&
        (Array.isArray(value) ? value.includes(String(operand)) : String(value).includes(String(operand)))
      );
    case "startsWith":
      return typeof value === "string" && value.startsWith(String(operand));
    default:
      return isBeyond(field, value, operator, operand);
  }
}

function isBeyond(field: string, value: JsonValue, operator: string, operand: unknown): boolean {
  const bound = typeof operand === "string" || typeof operand === "number" ? operand : undefined;
  const [left, right] = field === "size" ? [orderKey(field, value), orderKey(field, bound)] : [value, bound];
  if (left === undefined || typeof left !== typeof right) {
    return false;
  }
  const result = compare(left, right);
  return { gt: result > 0, gte: result >= 0, lt: result < 0, lte: result <= 0 }[operator] ?? false;
}
