import { invalidField } from "../platform/errors.ts";
import { readOrder } from "../platform/lists/order.ts";
import { type FieldScope, fieldAt } from "./field-scope.ts";
import type { ListField } from "./list-field.ts";

/** The order of a list. Ties by id in the same direction; entities without the value come last in both directions. */
export interface ListOrder {
  readonly field: ListField;
  readonly isDescending: boolean;
}

/** Parses the parameter order. Default: by id, which is by age. */
export function readListOrder(order: Readonly<Record<string, unknown>>, scope: FieldScope): ListOrder {
  const { field, direction } = readOrder(order, { field: "id", direction: "asc" });
  return { field: orderedField(field, scope), isDescending: direction === "desc" };
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
