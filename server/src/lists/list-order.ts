import { invalidField } from "../platform/errors.ts";
import { readOrders, type SentOrder } from "../platform/lists/order.ts";
import { type FieldScope, fieldAt } from "./field-scope.ts";
import type { ListField } from "./list-field.ts";

/** The order of a list: by fields, and ties by id. Entities without the value of a field come last in both directions. */
export interface ListOrder {
  /** The most significant first. None for a list by id. */
  readonly terms: readonly OrderTerm[];
  /** Of id: that of the last field, unless the order names id itself. */
  readonly isDescending: boolean;
}

export interface OrderTerm {
  readonly field: ListField;
  readonly isDescending: boolean;
  /** Where the request names the field, for error messages. */
  readonly pointer: string;
}

/** Parses the parameter order. Default: by id, which is by age. */
export function readListOrder(order: SentOrder, scope: FieldScope): ListOrder {
  const named = readOrders(order, { field: "id", direction: "asc" }).map(
    ({ field, direction, pointer }): OrderTerm => ({
      field: orderedField(field, scope, pointer),
      isDescending: direction === "desc",
      pointer,
    }),
  );
  // Ids are unique: what follows one has no effect.
  const end = named.findIndex(({ field }) => isId(field));
  const terms = end < 0 ? named : named.slice(0, end);
  return { terms, isDescending: (named[end] ?? named.at(-1))?.isDescending === true };
}

export function isById({ terms }: ListOrder): boolean {
  return terms.length === 0;
}

/** Options also have an index, but by text: their order differs between orgs. */
export function isByIndex({ terms: [first] }: ListOrder): boolean {
  return first?.field.isSearchable === true && first.field.ordering !== "option";
}

/** What page keys are bound to: orders that list the same entities in the same order have the same. */
export function bindingOfOrder({ terms, isDescending }: ListOrder): (string | boolean)[] {
  const ofFields = terms.flatMap((term) => [term.field.name, term.isDescending]);
  return terms.at(-1)?.isDescending === isDescending ? ofFields : [...ofFields, "id", isDescending];
}

function isId({ place, name }: ListField): boolean {
  return place === "column" && name === "id";
}

function orderedField(name: string, scope: FieldScope, pointer: string): ListField {
  const field = fieldAt(scope, name, pointer);
  if (field.ordering === "none") {
    const detail = `Lists cannot be ordered by ${name}: its values have no order. Order by name or createdOn, for example.`;
    throw invalidField(pointer, detail);
  }
  return field;
}
