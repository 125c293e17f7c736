import { entityKinds } from "@weft/contract";
import { isComputed, propertySchema } from "../entity-types/type-schema.ts";
import type { ResolvedProperty, TypeTree } from "../entity-types/type-tree.ts";
import { isJsonObject, type JsonObject } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";

/**
 * The document with the properties of an org's types in the schemas of its kinds, so that a generated client knows them.
 * An entity may be of any type below its kind, so it has the properties of all of them, each optional.
 */
export function documentOfOrg(document: JsonObject, types: TypeTree): JsonObject {
  const components = objectIn(document, "components");
  const schemas = objectIn(components, "schemas");
  const concrete = entityKinds.flatMap(({ name }) => {
    const schemaName = name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const properties = propertiesBelow(name, types);
    const written = new Map([...properties].filter(([, shapes]) => !shapes.every(isComputed)));
    return [
      [schemaName, withProperties(objectIn(schemas, schemaName), anySchemas(properties))],
      [`${schemaName}Draft`, withProperties(objectIn(schemas, `${schemaName}Draft`), nullable(anySchemas(written)))],
    ];
  });
  return { ...document, components: { ...components, schemas: { ...schemas, ...Object.fromEntries(concrete) } } };
}

/** The definitions of each property that the org added to the kind or to a type below it. */
function propertiesBelow(entityType: string, types: TypeTree): Map<string, ResolvedProperty[]> {
  const found = new Map<string, ResolvedProperty[]>();
  for (const path of types.pathsBelow(entityType)) {
    for (const property of types.typeAt(path).properties.values()) {
      if (!property.isBuiltIn && property.declaredBy === path) {
        found.set(property.slug, [...(found.get(property.slug) ?? []), property]);
      }
    }
  }
  return found;
}

/** Types may define a property of one name differently. */
function anySchemas(properties: ReadonlyMap<string, readonly ResolvedProperty[]>): JsonObject {
  const merged = [...properties].map(([slug, definitions]) => {
    const schemas = definitions.map(propertySchema);
    const distinct = schemas.filter((one, index) => schemas.findIndex((other) => isSameJson(one, other)) === index);
    return [slug, distinct.length === 1 ? distinct[0] : { anyOf: distinct }];
  });
  return Object.fromEntries(merged);
}

/** In a request, null clears a property. */
function nullable(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([slug, schema]) => [slug, { anyOf: [schema ?? {}, { type: "null" }] }]),
  );
}

function withProperties(schema: JsonObject, added: JsonObject): JsonObject {
  return { ...schema, properties: { ...added, ...objectIn(schema, "properties") } };
}

function objectIn(place: JsonObject, name: string): JsonObject {
  const found = place[name];
  return isJsonObject(found) ? found : {};
}
