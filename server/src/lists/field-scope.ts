import assert from "node:assert";
import { isSystemField, systemFields } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { rightsOn, type TypeRight } from "../access/decide.ts";
import { shorten, validateCharacters } from "../entity-types/kinds/validate-text.ts";
import {
  entityTypeOf,
  isEntityKindName,
  type ResolvedProperty,
  type ResolvedType,
  type TypeTree,
} from "../entity-types/type-tree.ts";
import { adviceOnName } from "../platform/closest-name.ts";
import { invalidField } from "../platform/errors.ts";
import {
  columnField,
  completenessField,
  isSearchedText,
  type ListField,
  propertyField,
  unknownField,
} from "./list-field.ts";
import { type Relation, relationCalled, relationsOf } from "./relations.ts";

/** The names that the parameters of a list may use, and their fields. */
export interface FieldScope {
  readonly typePath: string;
  readonly isStrict: boolean;
  readonly properties: ReadonlyMap<string, ResolvedProperty>;
  /** Empty for a caller that may read nothing here and therefore always gets an empty list. */
  readonly rights: readonly TypeRight[];
  /** The names of entities that a reference leads to. Absent for documents that have no references. */
  readonly scopeOf?: (typePath: string) => FieldScope;
  /** Whether the words of the property are terms of every entity in the list. Of no field by default. */
  readonly hasTerms?: (slug: string) => boolean;
  /** The field completeness, if entities have one. */
  readonly completeness?: () => ListField;
}

/** Computed on request. A property of the same name takes precedence. */
export const completenessNames: readonly string[] = ["completeness", "missing"];

/** The names of the requested type, or else of the whole root type. */
export function fieldScopeOf(
  types: TypeTree,
  caller: Pick<Caller, "rights">,
  entityType: string,
  criteria: Readonly<Record<string, unknown>> = {},
): FieldScope {
  const scopeOf = (typePath: string): FieldScope => {
    const type = types.typeAt(typePath);
    // Only for defined paths: the tree caches the properties below each.
    const properties = type.isKnown ? types.propertiesBelow(typePath) : type.properties;
    const rights = rightsOn(caller, "read", entityTypeOf(typePath));
    const completeness = () => completenessField(types, typePath, rights);
    return { typePath, isStrict: type.mode === "strict", properties, rights, scopeOf, completeness };
  };
  const { typePath: asked } = criteria;
  const listed = typeof asked === "string" && entityTypeOf(asked) === entityType ? asked : entityType;
  return { ...scopeOf(listed), hasTerms: (slug) => hasTerms(types.typeAt(listed), slug) };
}

/** Types below inherit the definition. One that only some of them have may still occur in the data of all others. */
function hasTerms({ properties }: ResolvedType, slug: string): boolean {
  const property = properties.get(slug);
  return property !== undefined && isSearchedText(property);
}

/** A name such as item.category: a field of the entity that a reference leads to. */
interface ReferredName {
  readonly relation: string;
  /** The reference itself. */
  readonly reference: ListField;
  /** The name of the field, and the names of the type that it belongs to. */
  readonly name: string;
  readonly scope: FieldScope;
}

/** Undefined for a name that does not begin with a relation: an undefined property may contain a dot. */
export function referredNameIn(scope: FieldScope, name: string, pointer: string): ReferredName | undefined {
  const end = name.indexOf(".");
  const relations = end < 0 || scope.scopeOf === undefined ? [] : relationsOf(scope.properties);
  const relation = relationCalled(name.slice(0, end), relations);
  if (relation === undefined) {
    if (relations.length > 0 && scope.isStrict) {
      throw unknownRelation(scope, name.slice(0, end), relations, pointer);
    }
    return undefined;
  }
  const referenceType = relation.to === "entities" ? scope.properties.get(relation.slug)?.referenceType : undefined;
  if (relation.to === "actors" || referenceType === undefined || !isEntityKindName(entityTypeOf(referenceType))) {
    const detail = `Criteria cannot follow ${relation.name}: it does not lead to product data of one kind.`;
    throw invalidField(pointer, detail);
  }
  const referred = scope.scopeOf?.(referenceType);
  assert(referred !== undefined, "a relation of documents that have no references");
  const reference = fieldAt(scope, relation.slug, pointer);
  return { relation: relation.name, reference, name: name.slice(end + 1), scope: referred };
}

/** The field with that name. An undefined property may still occur in the data of an open type. */
export function fieldAt(scope: FieldScope, name: string, pointer: string): ListField {
  if (isSystemField(name)) {
    return columnField(name, name === "name" && scope.hasTerms !== undefined);
  }
  if (name === "completeness" && scope.completeness !== undefined && !scope.properties.has(name)) {
    return scope.completeness();
  }
  requireName(scope, name, pointer);
  const property = scope.properties.get(name);
  const field =
    property === undefined
      ? unknownField(name, scope.rights)
      : propertyField(property, scope.rights, scope.hasTerms?.(name) === true);
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

function unknownRelation(scope: FieldScope, name: string, known: readonly Relation[], pointer: string) {
  const advice = adviceOnName(
    name,
    known.filter(({ to }) => to === "entities").map((relation) => relation.name),
  );
  return invalidField(pointer, `The strict type ${scope.typePath} has no reference ${shorten(name)}. ${advice}`);
}

function unknownName(scope: FieldScope, name: string, pointer: string) {
  const advice = adviceOnName(name, [...systemFields, ...scope.properties.keys()]);
  return invalidField(pointer, `The strict type ${scope.typePath} has no property ${shorten(name)}. ${advice}`);
}
