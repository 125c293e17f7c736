import type { PropertyDefinition, PropertyType, SystemField } from "@weft/contract";
import type { TypeRight } from "../access/decide.ts";
import { type CountedProperties, countedBelow } from "../entity-types/completeness.ts";
import { orderingOf } from "../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty, TypeTree } from "../entity-types/type-tree.ts";

/** The type of a field's values; "any" for an undefined property. */
type ValueType = "text" | "number" | "boolean" | "date" | "time" | "option" | "list" | "sizes" | "json" | "any";

/** How a field is ordered and compared; "any" compares the JSON values. */
export type FieldOrdering = "text" | "number" | "time" | "option" | "any" | "none";

/** A field of an entity in lists: a column, one of the properties, or computed from them. */
export type ListField = SystemListField | PropertyListField | CompletenessListField;

interface CompletenessListField extends FieldTraits {
  readonly place: "computed";
  readonly name: "completeness";
  readonly counted: readonly CountedProperties[];
}

interface SystemListField extends FieldTraits {
  readonly place: "column";
  readonly name: SystemField;
}

interface PropertyListField extends FieldTraits {
  readonly place: "properties";
  readonly name: string;
}

interface FieldTraits {
  readonly valueType: ValueType;
  readonly ordering: FieldOrdering;
  /** The values of the option set, in order. */
  readonly options: readonly string[];
  /** True if the property is declared searchable, so that an index exists. */
  readonly isSearchable: boolean;
  /** True if its words are terms of every entity in the list, so that parts of its texts are found by an index. */
  readonly hasTerms: boolean;
  /** The rights that show the field; "all" if it is shown wherever the entity is. */
  readonly shownBy: "all" | readonly TypeRight[];
}

const columnTypes: Readonly<Record<SystemField, "text" | "number" | "time">> = {
  id: "text",
  entityType: "text",
  typePath: "text",
  name: "text",
  federatedId: "text",
  createdOn: "time",
  updatedOn: "time",
  createdById: "text",
  updatedById: "text",
  version: "number",
};

const valueTypes: Readonly<Record<PropertyType, ValueType>> = {
  string: "text",
  text: "text",
  number: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  date: "date",
  datetime: "time",
  boolean: "boolean",
  choice: "option",
  multi_select: "list",
  url: "text",
  image: "text",
  image_list: "list",
  json: "json",
  object_reference: "text",
  object_ref_list: "list",
  size_range: "sizes",
  formula: "text",
  sequence: "text",
  user_list: "list",
};

/** Identifying fields are shown wherever the entity is. */
export function columnField(name: SystemField, hasTerms = false): ListField {
  const type = columnTypes[name];
  return {
    place: "column",
    name,
    valueType: type,
    ordering: type,
    options: [],
    isSearchable: false,
    hasTerms,
    shownBy: "all",
  };
}

export function propertyField(property: ResolvedProperty, rights: readonly TypeRight[], hasTerms = false): ListField {
  return {
    place: "properties",
    name: property.slug,
    valueType: valueTypeOf(property),
    ordering: orderingOf(property),
    options: property.options.map(({ value }) => value),
    isSearchable: property.searchable,
    hasTerms,
    shownBy: rightsShowing(property.slug, rights),
  };
}

/** Rights are part of its value: what the caller may not read does not count. */
export function completenessField(types: TypeTree, typePath: string, rights: readonly TypeRight[]): ListField {
  return {
    place: "computed",
    name: "completeness",
    counted: countedBelow(types, typePath, (slug) => rightsShowing(slug, rights)),
    valueType: "number",
    ordering: "number",
    options: [],
    isSearchable: false,
    hasTerms: false,
    shownBy: "all",
  };
}

export function unknownField(slug: string, rights: readonly TypeRight[]): ListField {
  return {
    place: "properties",
    name: slug,
    valueType: "any",
    ordering: "any",
    options: [],
    isSearchable: false,
    hasTerms: false,
    shownBy: rightsShowing(slug, rights),
  };
}

const searchedTypes: ReadonlySet<PropertyType> = new Set([
  "string",
  "text",
  "choice",
  "multi_select",
  "url",
  "sequence",
  "formula",
]);
const alwaysSearched: ReadonlySet<string> = new Set(["optionName", "identifier"]);

/** Whether q searches in the property. */
export function isSearched({ slug, isBuiltIn, searchable, propertyType }: ResolvedProperty): boolean {
  return (searchable && searchedTypes.has(propertyType)) || (isBuiltIn && alwaysSearched.has(slug));
}

/** Whether q searches in the property, and it has parts. */
export function isSearchedText(property: ResolvedProperty): boolean {
  const valueType = valueTypeOf(property);
  return isSearched(property) && (valueType === "text" || valueType === "option");
}

function valueTypeOf({ propertyType, resultKind }: PropertyDefinition): ValueType {
  return valueTypes[propertyType === "formula" ? (resultKind ?? "string") : propertyType];
}

function rightsShowing(slug: string, rights: readonly TypeRight[]): "all" | readonly TypeRight[] {
  const showing = rights.filter(({ fields }) => fields === "all" || fields.has(slug));
  return showing.length === rights.length ? "all" : showing;
}
