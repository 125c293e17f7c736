import { createHash } from "node:crypto";
import type { ResolvedProperty, ResolvedType } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity } from "../entity.ts";
import type { UniqueKey } from "./wants.ts";

const valueCharactersMax = 200;

type Keyed = Pick<Entity, "entityType" | "id" | "properties">;

/** Every value of the entity that no other entity of its kind may hold. */
export function uniqueKeysOf(type: ResolvedType, entity: Keyed): UniqueKey[] {
  const keys: UniqueKey[] = [];
  for (const property of uniquePropertiesOf(type)) {
    const value = entity.properties[property.slug];
    if (value !== undefined && value !== null && holdsItself(property, entity)) {
      const scope = property.unique === "family" ? `${String(entity.properties["itemFamilyId"])}/` : "";
      keys.push({ entityType: entity.entityType, slug: property.slug, value: scope + textOfValue(value) });
    }
  }
  for (const [first, second] of type.root.uniqueTogether) {
    const [one, other] = [entity.properties[first], entity.properties[second]];
    if (typeof one === "string" && typeof other === "string") {
      keys.push(pairKey(type.root.name, [first, one], [second, other]));
    }
  }
  return keys;
}

export function pairKey(
  entityType: string,
  [first, one]: readonly [string, string],
  [second, other]: readonly [string, string],
): UniqueKey {
  return { entityType, slug: `${first}+${second}`, value: `${one}/${other}` };
}

/** A value copied from the family onto its options is held only by the family. */
function holdsItself(property: ResolvedProperty, { id, properties }: Keyed): boolean {
  const isOption = properties["itemFamilyId"] !== undefined && properties["itemFamilyId"] !== id;
  return property.level !== "family" || !isOption;
}

/** The database stores an object's keys in its own order, and equal values must have equal texts. */
function inOrderOfKeys(_key: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

const uniqueProperties = new WeakMap<ResolvedType, ResolvedProperty[]>();

function uniquePropertiesOf(type: ResolvedType): ResolvedProperty[] {
  let properties = uniqueProperties.get(type);
  if (properties === undefined) {
    properties = [...type.properties.values()].filter(({ unique }) => unique !== false);
    uniqueProperties.set(type, properties);
  }
  return properties;
}

/** Long values are stored as their hash. */
function textOfValue(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, inOrderOfKeys);
  return text.length <= valueCharactersMax ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
