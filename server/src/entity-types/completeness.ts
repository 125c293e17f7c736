import type { TypeRight } from "../access/decide.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { lineageOf, type ResolvedProperty, type ResolvedType, rootTypeOf, type TypeTree } from "./type-tree.ts";

/** How complete an entity is: of the properties that it should have, the percentage with a value, and those without. */
export interface Completeness {
  readonly completeness: number;
  readonly missing: readonly string[];
}

interface MeasuredEntity {
  readonly id: string;
  readonly properties: Readonly<Record<string, JsonValue>>;
}

/**
 * Only visible properties count, so that a caller does not learn whether a hidden one has a value. Undefined if none
 * counts. 100 only if none is missing.
 */
export function completenessOf(
  type: ResolvedType,
  { id, properties }: MeasuredEntity,
  visible: "all" | ReadonlySet<string>,
): Completeness | undefined {
  const isFamily = properties["itemFamilyId"] === id;
  const slugs = [...type.properties.values()]
    .filter((property) => isCounted(property, type.root.name) && !(property.level === "option" && isFamily))
    .map(({ slug }) => slug)
    .filter((slug) => visible === "all" || visible.has(slug));
  const missing = slugs.filter((slug) => isEmpty(properties[slug]));
  const filled = slugs.length - missing.length;
  return slugs.length === 0 ? undefined : { completeness: Math.floor((100 * filled) / slugs.length), missing };
}

/** Properties that count on the same entities, for use in SQL. */
export interface CountedProperties {
  /** The type that declares them: they count on it and on all types below. */
  readonly typePath: string;
  /** True if they do not count on families. */
  readonly isOfOptions: boolean;
  /** The rights that show them. */
  readonly shownBy: "all" | readonly TypeRight[];
  readonly slugs: readonly string[];
}

/** The properties that count on entities of the type and of the types below it. */
export function countedBelow(
  types: TypeTree,
  typePath: string,
  shownBy: (slug: string) => CountedProperties["shownBy"],
): readonly CountedProperties[] {
  const root = rootTypeOf(typePath)?.name ?? "";
  const paths = new Set([...lineageOf(typePath), ...types.pathsBelow(typePath)]);
  const groups = new Map<string, CountedProperties>();
  for (const path of paths) {
    for (const property of types.nodeAt(path)?.properties ?? []) {
      if (isCounted({ ...property, isBuiltIn: false }, root)) {
        const group = { typePath: path, isOfOptions: property.level === "option", shownBy: shownBy(property.slug) };
        const key = JSON.stringify([group.typePath, group.isOfOptions, coverageOf(group.shownBy)]);
        groups.set(key, { ...group, slugs: [...(groups.get(key)?.slugs ?? []), property.slug] });
      }
    }
  }
  return [...groups.values()];
}

/** The entities that rights cover do not depend on their fields. */
function coverageOf(shownBy: CountedProperties["shownBy"]): unknown {
  return shownBy === "all" ? shownBy : shownBy.map(({ fields, ...right }) => right);
}

/**
 * Built-in properties are the business of the service, and a disabled one cannot be filled in. Whether a project item is
 * of a family is not stored with it, so properties of options do not count there.
 */
function isCounted(property: CountableProperty, rootName: string): boolean {
  const { required, expected, disabled, isBuiltIn, level } = property;
  const isDecidable = level !== "option" || rootName !== "project-item";
  return (required || expected === true) && !disabled && !isBuiltIn && isDecidable;
}

type CountableProperty = Pick<ResolvedProperty, "required" | "expected" | "disabled" | "isBuiltIn" | "level">;

/** The JSON of values that count as missing. A property that was never set is absent. */
export const emptyValues: readonly string[] = ['""', "[]", "{}", "null", '{"sizes":[]}'];

const empty: ReadonlySet<string> = new Set(emptyValues);

function isEmpty(value: JsonValue | undefined): boolean {
  // Only short values can be empty: a long one is not serialized.
  const isLong = typeof value === "string" ? value !== "" : Array.isArray(value) && value.length > 0;
  return value === undefined || (!isLong && empty.has(JSON.stringify(value)));
}
