import { isSystemField, systemFields } from "@weft/contract";
import type { TypeRight } from "../access/decide.ts";
import { shorten, validateCharacters } from "../entity-types/kinds/validate-text.ts";
import { entityTypeOf, type ResolvedProperty, type TypeTree } from "../entity-types/type-tree.ts";
import { adviceOnName } from "../platform/closest-name.ts";
import { invalidField } from "../platform/errors.ts";
import { columnField, type ListField, propertyField, unknownField } from "./list-field.ts";

/** The names that the parameters of a list may use, and their fields. */
export interface FieldScope {
  readonly typePath: string;
  readonly isStrict: boolean;
  readonly properties: ReadonlyMap<string, ResolvedProperty>;
  /** Empty for a caller that may read nothing here and therefore always gets an empty list. */
  readonly rights: readonly TypeRight[];
}

/** The names of the requested type, or else of the whole root type. */
export function fieldScopeOf(
  types: TypeTree,
  entityType: string,
  criteria: Readonly<Record<string, unknown>>,
  rights: readonly TypeRight[],
): FieldScope {
  const { typePath: asked } = criteria;
  const typePath = typeof asked === "string" && entityTypeOf(asked) === entityType ? asked : entityType;
  const type = types.typeAt(typePath);
  // Only for defined paths: the tree caches the properties below each.
  const properties = type.isKnown ? types.propertiesBelow(typePath) : type.properties;
  return { typePath, isStrict: type.mode === "strict", properties, rights };
}

/** The field with that name. An undefined property may still occur in the data of an open type. */
export function fieldAt(scope: FieldScope, name: string, pointer: string): ListField {
  if (isSystemField(name)) {
    return columnField(name);
  }
  requireName(scope, name, pointer);
  const property = scope.properties.get(name);
  const field = property === undefined ? unknownField(name, scope.rights) : propertyField(property, scope.rights);
  if (scope.rights.length > 0 && field.shownBy !== "all" && field.shownBy.length === 0) {
    const detail = `This credential may not read ${shorten(name)}, so it cannot filter, order, group or measure by it.`;
    throw invalidField(pointer, detail);
  }
  return field;
}

/** On a strict type, every name must be defined. On an open type, it need only be a valid name. */
export function requireName(scope: FieldScope, name: string, pointer: string): void {
  if (isSystemField(name) || scope.properties.has(name)) {
    return;
  }
  const error = validateCharacters(name);
  if (error !== undefined) {
    throw invalidField(pointer, `The property name ${error}`);
  }
  if (scope.isStrict) {
    throw unknownName(scope, name, pointer);
  }
}

function unknownName(scope: FieldScope, name: string, pointer: string) {
  const advice = adviceOnName(name, [...systemFields, ...scope.properties.keys()]);
  return invalidField(pointer, `The strict type ${scope.typePath} has no property ${shorten(name)}. ${advice}`);
}
