import { Group, Text } from "@mantine/core";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityProperty, isReference } from "../entity-property.ts";
import { useOptionSets } from "../entity-queries.ts";
import { EntityLink } from "../references/entity-link.tsx";
import { showValue } from "../show-value.ts";
import { idsIn, useReferred } from "../use-referred.ts";

interface KeyFactsProps {
  readonly entity: AnyEntity;
  /** Slugs, in order. */
  readonly facts: readonly string[];
  readonly properties: readonly EntityProperty[];
}

/** Options and names explain themselves; numbers and dates have their label. */
const plain: ReadonlySet<EntityProperty["propertyType"]> = new Set(["choice", "multi_select", "string", "text"]);

/** The values that identify an entity at a glance, in one line. */
export function KeyFacts({ entity, facts, properties }: KeyFactsProps) {
  const chosen = facts.flatMap((slug) => properties.find((property) => property.slug === slug) ?? []);
  const meanings = { options: useOptionSets(chosen), referred: useReferred([entity], chosen) };
  const shown = chosen.filter((property) => showValue(property, entity[property.slug], meanings) !== "");
  if (shown.length === 0) return null;
  return (
    <Group component="ul" aria-label="Key facts" gap="4px 16px" m={0} p={0} style={{ listStyle: "none" }}>
      {shown.map((property) => (
        <li key={property.slug}>
          {!plain.has(property.propertyType) && !isReference(property) && (
            <Text span size="sm" c="dimmed">
              {property.label}{" "}
            </Text>
          )}
          {isReference(property) ? (
            idsIn(entity[property.slug]).map((id) => {
              const to = meanings.referred.get(id);
              return to === undefined ? null : <EntityLink key={id} to={to} />;
            })
          ) : (
            <Text span size="sm" fw={550} className="numbers">
              {showValue(property, entity[property.slug], meanings)}
            </Text>
          )}
        </li>
      ))}
    </Group>
  );
}
