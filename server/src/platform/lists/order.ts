import assert from "node:assert";
import { invalidField } from "../errors.ts";
import { isObject } from "../json-value.ts";
import { requireName } from "./criteria.ts";

export type Direction = "asc" | "desc";

/** The parameter order, parsed but not validated: an object, or a list of them. */
export type SentOrder = Readonly<Record<string, unknown>> | readonly unknown[];

interface OrderDefault<Field> {
  readonly field: Field;
  readonly direction: Direction;
}

interface GivenOrder<Field> extends OrderDefault<Field> {
  /** Where the request names the field, for error messages. */
  readonly pointer: string;
}

const ordersMax = 3;

/** Parses the parameter order, with the order that a list has without it. The most significant field comes first. */
export function readOrders(given: SentOrder, otherwise: OrderDefault<string>): GivenOrder<string>[] {
  if (isObject(given)) {
    return [readOrder(given, otherwise, "order")];
  }
  const orders = given.map((one, index) => {
    const pointer = `order.${index}`;
    if (!isObject(one)) {
      throw invalidField(
        pointer,
        "order must be a list of objects, such as [{orderField: color}, {orderField: name}].",
      );
    }
    return readOrder(one, otherwise, pointer);
  });
  if (orders.length === 0 || orders.length > ordersMax) {
    throw invalidField("order", `A list can be ordered by 1 to ${ordersMax} fields.`);
  }
  requireDistinct(orders);
  return orders;
}

/** The same of a list that can be ordered by one field only. */
export function readOneOrder(given: SentOrder, otherwise: OrderDefault<string>): OrderDefault<string> {
  const [first = otherwise, ...others] = readOrders(given, otherwise);
  if (others.length > 0) {
    throw invalidField("order", "This list can be ordered by one field. Send a single {orderField, order}.");
  }
  return first;
}

/** The same of a list that can be ordered by one of these fields only, which its operation declares. */
export function readOrderBy<Field extends string>(
  given: SentOrder,
  fields: readonly Field[],
  otherwise: OrderDefault<Field>,
): OrderDefault<Field> {
  const { field, direction } = readOneOrder(given, otherwise);
  const known = fields.find((name) => name === field);
  assert(known !== undefined, `an order by ${field}, which the operation does not declare`);
  return { field: known, direction };
}

function readOrder(
  given: Readonly<Record<string, unknown>>,
  { field, direction }: OrderDefault<string>,
  pointer: string,
): GivenOrder<string> {
  const { orderField = field, order = direction, ...rest } = given;
  for (const name of Object.keys(rest)) {
    requireName(name, ["orderField", "order"], "order has no member", `${pointer}.${name}`);
  }
  if (typeof orderField !== "string") {
    throw invalidField(`${pointer}.orderField`, "orderField must be the name of a field, such as createdOn.");
  }
  return { field: orderField, direction: readDirection(order, `${pointer}.order`), pointer: `${pointer}.orderField` };
}

function readDirection(value: unknown, pointer: string): Direction {
  const direction = typeof value === "string" ? value.toLowerCase() : "";
  if (direction !== "asc" && direction !== "desc") {
    throw invalidField(pointer, "order must be asc or desc.");
  }
  return direction;
}

function requireDistinct(orders: readonly GivenOrder<string>[]): void {
  for (const [index, { field, pointer }] of orders.entries()) {
    if (orders.findIndex((other) => other.field === field) < index) {
      throw invalidField(pointer, `order names ${field} twice. Remove one.`);
    }
  }
}
