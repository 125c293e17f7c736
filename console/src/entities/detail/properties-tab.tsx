import { Stack } from "@mantine/core";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityProperty } from "../entity-property.ts";
import { groupProperties } from "../property-groups.ts";
import { propertiesAt, useEntityTypes } from "../use-entity-types.ts";
import { useOptionSets } from "../use-option-sets.ts";
import { useReferred } from "../use-referred.ts";
import { ColorPanel } from "./color-panel.tsx";
import { PropertyTable } from "./property-table.tsx";

/** The properties of the entity, grouped by origin. */
export function PropertiesTab({ entity }: { readonly entity: AnyEntity }) {
  const types = useEntityTypes();
  return (
    <Loaded query={types}>
      {(known) => <Groups entity={entity} described={propertiesAt(known, entity.typePath)} />}
    </Loaded>
  );
}

interface GroupsProps {
  readonly entity: AnyEntity;
  readonly described: readonly EntityProperty[];
}

function Groups({ entity, described }: GroupsProps) {
  const meanings = { options: useOptionSets(described), referred: useReferred([entity], described) };
  const groups = groupProperties(entity, described);
  const { hex } = entity;
  if (groups.length === 0) {
    return (
      <EmptyState icon="types" title="No properties">
        The type defines none, and none is stored. Edit the entity to add values, or define properties in the type.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      {typeof hex === "string" && <ColorPanel hex={hex} />}
      {groups.map((group) => (
        <PropertyTable key={group.name} group={group} entity={entity} meanings={meanings} />
      ))}
    </Stack>
  );
}
