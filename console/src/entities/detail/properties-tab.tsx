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

/** What the entity says, by where it comes from. */
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
        Its type describes none, and none was stored. Edit it to add values, or describe properties of the type.
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
