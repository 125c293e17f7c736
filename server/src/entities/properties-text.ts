import type { Entity, Properties } from "./entity.ts";
import { presentEntity } from "./present-entity.ts";

const texts = new WeakMap<Properties, string>();

/**
 * Properties as JSON. Serialized once, because a write sends the same properties to the table, to the log and to the
 * caller.
 */
export function propertiesText(properties: Properties): string {
  let text = texts.get(properties);
  if (text === undefined) {
    text = JSON.stringify(properties);
    texts.set(properties, text);
  }
  return text;
}

/** Combines fields and properties into the JSON of one object, fields first. */
export function textBeforeProperties(fields: object, properties: string): string {
  const text = JSON.stringify(fields);
  return properties === "{}" ? text : `${text.slice(0, -1)},${properties.slice(1)}`;
}

/** The entity as JSON for a caller that may see all of it. */
export function wholeEntityText(entity: Entity): string {
  return textBeforeProperties(presentEntity({ ...entity, properties: {} }, "all"), propertiesText(entity.properties));
}
