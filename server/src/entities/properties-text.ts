import type { Entity, Properties } from "./entity.ts";
import { presentEntity } from "./present-entity.ts";

const texts = new WeakMap<Properties, string>();

/** Properties as JSON. A write sends the same ones to the table, to the log and to the caller: they are put into words once. */
export function propertiesText(properties: Properties): string {
  let text = texts.get(properties);
  if (text === undefined) {
    text = JSON.stringify(properties);
    texts.set(properties, text);
  }
  return text;
}

/** Fields before the properties, as the JSON of one object. */
export function textBeforeProperties(fields: object, properties: string): string {
  const text = JSON.stringify(fields);
  return properties === "{}" ? text : `${text.slice(0, -1)},${properties.slice(1)}`;
}

/** The entity as the JSON that a caller gets who may see all of it. */
export function wholeEntityText(entity: Entity): string {
  return textBeforeProperties(presentEntity({ ...entity, properties: {} }, "all"), propertiesText(entity.properties));
}
