import { Problem } from "../platform/problem.ts";

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
export type Direction = "asc" | "desc";

/** The order fields that differ from log order. */
export type SortField = Exclude<OrderField, "createdOn" | "id">;

/** Without a field, log order: the order of createdOn with ties broken. */
export interface ChangeOrder {
  readonly field: SortField | undefined;
  readonly direction: Direction;
}

/** Parses the parameter order. */
export function parseChangeOrder(given: Readonly<Record<string, unknown>>): ChangeOrder {
  const { orderField = "createdOn", order = "desc", ...rest } = given;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    throw invalidOrder(unknown, `order accepts orderField and order; ${unknown} is not one of them.`);
  }
  const field = orderFields.find((known) => known === orderField);
  if (field === undefined) {
    throw invalidOrder("orderField", `orderField must be one of ${orderFields.join(", ")}.`);
  }
  return { field: field === "createdOn" || field === "id" ? undefined : field, direction: parseDirection(order) };
}

function parseDirection(value: unknown): Direction {
  const direction = typeof value === "string" ? value.toLowerCase() : "";
  if (direction !== "asc" && direction !== "desc") {
    throw invalidOrder("order", "order must be asc or desc.");
  }
  return direction;
}

function invalidOrder(key: string, detail: string): Problem {
  return new Problem("invalid-request", detail, {
    errors: [{ pointer: `order.${key}`, code: "invalid-value", detail }],
  });
}
