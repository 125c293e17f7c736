import assert from "node:assert";
import { invalidField } from "../errors.ts";
import { requireName } from "./criteria.ts";

export type Direction = "asc" | "desc";

interface GivenOrder<Field> {
  readonly field: Field;
  readonly direction: Direction;
}

/** Parses the parameter order, with the order that a list has without it. */
export function readOrder<Field extends string>(
  given: Readonly<Record<string, unknown>>,
  { field, direction }: GivenOrder<Field>,
): GivenOrder<string> {
  const { orderField = field, order = direction, ...rest } = given;
  for (const name of Object.keys(rest)) {
    requireName(name, ["orderField", "order"], "order has no member", `order.${name}`);
  }
  if (typeof orderField !== "string") {
    throw invalidField("order.orderField", "orderField must be the name of a field, such as createdOn.");
  }
  return { field: orderField, direction: readDirection(order) };
}

/** The same of a list that can be ordered by these fields only, which its operation declares. */
export function readOrderBy<Field extends string>(
  given: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  otherwise: GivenOrder<Field>,
): GivenOrder<Field> {
  const { field, direction } = readOrder(given, otherwise);
  const known = fields.find((name) => name === field);
  assert(known !== undefined, `an order by ${field}, which the operation does not declare`);
  return { field: known, direction };
}

function readDirection(value: unknown): Direction {
  const direction = typeof value === "string" ? value.toLowerCase() : "";
  if (direction !== "asc" && direction !== "desc") {
    throw invalidField("order.order", "order must be asc or desc.");
  }
  return direction;
}
