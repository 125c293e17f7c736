import type { PropertyDefinition } from "@weft/contract";
import type { JsonValue } from "../../../platform/json-value.ts";
import type { KindContext, Reading } from "../property-kind.ts";
import { propertyKinds } from "../property-kinds.ts";

const withoutOptions: KindContext = { options: [] };

export function readJson(value: JsonValue, property: PropertyDefinition, context = withoutOptions): Reading {
  return propertyKinds[property.propertyType].readJson(value, property, context);
}

export function readCell(cell: string, property: PropertyDefinition, context = withoutOptions): Reading {
  return propertyKinds[property.propertyType].readCell(cell, property, context);
}

export function validateDefinition(property: PropertyDefinition): string | undefined {
  return propertyKinds[property.propertyType].validateDefinition?.(property);
}
