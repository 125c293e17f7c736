import { isSystemField, type RequestFault } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { entityTypeOf, type TypeTree } from "../entity-types/type-tree.ts";
import { completenessNames, type FieldScope, fieldAt, fieldScopeOf, referredNameIn } from "../lists/field-scope.ts";
import { readListOrder } from "../lists/list-order.ts";
import { readAggregation } from "../lists/read-aggregation.ts";
import { readCriteria } from "../lists/read-criteria.ts";
import { invalidField } from "../platform/errors.ts";
import { isObject } from "../platform/json-value.ts";
import { Problem } from "../platform/problem.ts";
import type { ViewContent } from "./saved-view-store.ts";

export interface CheckedView {
  readonly viewedType: string;
  readonly content: Omit<ViewContent, "definedNames" | "roles">;
}

interface ViewServices {
  readonly types: TypeTree;
  readonly caller: Caller;
}

/** What the list of the view would reject, with pointers into the view. Each part is checked on its own. */
export function errorsOfView({ viewedType, content }: CheckedView, { types, caller }: ViewServices): RequestFault[] {
  if (!types.typeAt(viewedType).isKnown) {
    return [{ pointer: "#/viewedType", code: "invalid-value", detail: `There is no type ${viewedType}.` }];
  }
  const scope = scopeOf(viewedType, { types, caller });
  const { columns, criteria, order, group, layout, boardProperty } = content;
  const checks: (() => void)[] = [
    ...columns.map(
      ({ field }, index) =>
        () =>
          requireColumn(scope, field, `columns.${index}.field`),
    ),
    ...Object.entries(criteria).map(
      ([name, value]) =>
        () =>
          void readCriteria({ [name]: value }, scope),
    ),
    () => void readCriteria(criteria, scope),
    ...order.map((one, index) => () => at(`order.${index}`, () => readListOrder(one, scope))),
    ...(group === null ? [] : [() => at("group", () => readAggregation({ groupBy: [group] }, scope, types))]),
    ...(layout === "board" || boardProperty !== null ? [() => requireBoard(scope, boardProperty)] : []),
  ];
  const errors = checks.flatMap(errorsIn);
  return [...new Map(errors.map((error) => [`${error.pointer} ${error.detail}`, error])).values()];
}

/** The names in the view that the type defines. */
export function definedNamesIn({ viewedType, content }: CheckedView, services: ViewServices): readonly string[] {
  const scope = scopeOf(viewedType, services);
  return [...new Set(namesIn(content).map(([name]) => name))].filter((name) => isDefined(scope, name));
}

/** Names that were defined when the view was saved, and no longer are. On an open type a list accepts them. */
export function vanishedNames(
  view: CheckedView & { readonly content: ViewContent },
  services: ViewServices,
): RequestFault[] {
  const scope = scopeOf(view.viewedType, services);
  const defined = new Set(view.content.definedNames);
  return namesIn(view.content)
    .filter(([name]) => defined.has(name) && !isDefined(scope, name))
    .map(([name, pointer]) => ({
      pointer,
      code: "invalid-value",
      detail: `${view.viewedType} no longer has the property ${name}.`,
    }));
}

function scopeOf(viewedType: string, { types, caller }: ViewServices): FieldScope {
  return fieldScopeOf(types, caller, entityTypeOf(viewedType), { typePath: viewedType });
}

/** A column shows a field of the list, a computed one, or a field behind a reference. */
function requireColumn(scope: FieldScope, field: string, pointer: string): void {
  if (completenessNames.includes(field) || isRole(scope, field)) {
    return;
  }
  const referred = referredNameIn(scope, field, pointer);
  fieldAt(referred?.scope ?? scope, referred?.name ?? field, pointer);
}

function requireBoard(scope: FieldScope, boardProperty: string | null): void {
  if (boardProperty === null) {
    throw invalidField("boardProperty", "A board needs the choice whose options are its columns.");
  }
  if (fieldAt(scope, boardProperty, "boardProperty").valueType !== "option") {
    throw invalidField("boardProperty", `${boardProperty} is not a choice. Name a property of the type choice.`);
  }
}

function isRole({ properties }: FieldScope, name: string): boolean {
  return name === "role" && properties.has("roles");
}

function isDefined(scope: FieldScope, name: string): boolean {
  const isOwn = isSystemField(name) || scope.properties.has(name) || completenessNames.includes(name);
  if (isOwn || isRole(scope, name)) {
    return true;
  }
  // A name that leads to no entities of one kind is rejected.
  const isFollowed = name.includes(".") && errorsIn(() => void referredNameIn(scope, name, "")).length === 0;
  const referred = isFollowed ? referredNameIn(scope, name, "") : undefined;
  return referred !== undefined && isDefined(referred.scope, referred.name);
}

/** Every name of a field in the view, and where it is. A grouping may have a step after its colon. */
function namesIn({ columns, criteria, order, group, boardProperty }: CheckedView["content"]): [string, string][] {
  return [
    ...columns.map(({ field }, index): [string, string] => [field, `#/columns/${index}/field`]),
    ...namesInCriteria(criteria, "#/criteria"),
    ...order.map(({ orderField }, index): [string, string] => [orderField, `#/order/${index}/orderField`]),
    ...(group === null ? [] : [[group.replace(/:[^:]*$/, ""), "#/group"] satisfies [string, string]]),
    ...(boardProperty === null ? [] : [[boardProperty, "#/boardProperty"] satisfies [string, string]]),
  ];
}

function namesInCriteria(criteria: Readonly<Record<string, unknown>>, pointer: string): [string, string][] {
  return Object.entries(criteria).flatMap(([name, value]): [string, string][] => {
    const place = `${pointer}/${name}`;
    return (name === "and" || name === "or") && Array.isArray(value)
      ? value.flatMap((part, index) => (isObject(part) ? namesInCriteria(part, `${place}/${index}`) : []))
      : [[name, place]];
  });
}

/** The errors of a part of a query, whose pointers are those of the query. */
function at(place: string, read: () => unknown): void {
  const [error] = errorsIn(() => void read());
  if (error !== undefined) {
    throw invalidField(place, error.detail);
  }
}

function errorsIn(check: () => void): RequestFault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw error;
    }
    return error.errors.map((one) => ({ ...one, pointer: `#/${one.pointer.replaceAll(".", "/")}` }));
  }
}
