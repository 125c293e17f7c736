import type { ChangeRecord } from "@weft/client";
import type { PropertyDiff } from "../../ui/property-diffs.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityProperty } from "../entity-property.ts";
import { showValue, type ValueLabels } from "../show-value.ts";

/** The differences of a change, formatted where the type knows the property. */
export function diffsOfChange(
  { propertyDiffs }: Pick<ChangeRecord, "propertyDiffs">,
  properties: readonly EntityProperty[],
  meanings: ValueLabels,
): PropertyDiff[] {
  return Object.entries(propertyDiffs).map(([slug, { propertyName, oldValue, newValue }]) => {
    const property = properties.find((one) => one.slug === slug);
    const asText = (value: unknown) => (property === undefined ? value : showValue(property, value, meanings));
    return { slug, name: property?.label ?? propertyName, oldValue: asText(oldValue), newValue: asText(newValue) };
  });
}

/** Old and new values as entities, so that the names of their references can be looked up. */
export function statesIn(changes: readonly Pick<ChangeRecord, "propertyDiffs">[], entity: AnyEntity): AnyEntity[] {
  return changes.flatMap(({ propertyDiffs }) => {
    const diffs = Object.entries(propertyDiffs);
    const old = Object.fromEntries(diffs.map(([slug, { oldValue }]) => [slug, oldValue]));
    const now = Object.fromEntries(diffs.map(([slug, { newValue }]) => [slug, newValue]));
    const { id, entityType, typePath, createdOn, updatedOn, version } = entity;
    const frame = { id, entityType, typePath, createdOn, updatedOn, version };
    return [
      { ...old, ...frame },
      { ...now, ...frame },
    ];
  });
}
