import { shorten } from "../../entity-types/kinds/shorten.ts";
import { invalidField } from "../../errors.ts";
import { type FieldScope, fieldAt } from "./field-scope.ts";
import type { ListField } from "./list-field.ts";

/** The order of a list. Ties by id in the same direction; entities without the value come last in both directions. */
export interface ListOrder {
  readonly field: ListField;
  readonly isDescending: boolean;
}

/** Parses the parameter order. Default: by id, which is by age. */
export function readOrder(order: Readonly<Record<string, unknown>>, scope: FieldScope): ListOrder {
  const unknown = Object.keys(order).find((name) => name !== "orderField" && name !== "order");
  if (unknown !== undefined) {
    throw invalidField(`order.${unknown}`, `order accepts orderField and order, not ${shorten(unknown)}.`);
  }
  const { orderField = "id", order: direction = "asc" } = order;
  if (typeof orderField !== "string") {
    throw invalidField("order.orderField", "orderField must be the name of a field, such as createdOn.");
  }
  return { field: orderedField(orderField, scope), isDescending: readDirection(direction) === "desc" };
}

export function isById({ field }: ListOrder): boolean {
  return field.place === "column" && field.name === "id";
}

/** Options also have an index, but by text: their order differs between orgs. */
export function isByIndex({ field }: ListOrder): boolean {
  return field.isSearchable && field.ordering !== "option";
}

function orderedField(name: string, scope: FieldScope): ListField {
  const field = fieldAt(scope, name, "order.orderField");
  if (field.ordering === "none") {
    const detail = `Lists cannot be ordered by ${name}: its values have no order. Order by name or createdOn, for example.`;
    throw invalidField("order.orderField", detail);
  }
  return field;
}

function readDirection(direction: unknown): "asc" | "desc" {
  const word = typeof direction === "string" ? direction.toLowerCase() : undefined;
  if (word !== "asc" && word !== "desc") {
    throw invalidField("order.order", "order must be asc or desc.");
  }
  return word;
}
