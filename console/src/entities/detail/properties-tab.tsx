import { Anchor, Badge, Group, Stack, Table, Text, Title, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityProperty, groupProperties, type PropertyGroup, placeOf, whyReadOnly } from "../entity-property.ts";
import { propertiesAt, useEntityTypes, useOptionSets } from "../entity-queries.ts";
import type { ValueLabels } from "../show-value.ts";
import { useReferred } from "../use-referred.ts";
import { PropertyValue } from "./property-value.tsx";

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

/** A color, large enough to assess. */
function ColorPanel({ hex }: { readonly hex: string }) {
  return (
    <Group>
      <Swatch hex={hex} size={96} />
      <div>
        <Text fw={600} className="mono">
          #{hex}
        </Text>
        <Text size="sm" c="dimmed">
          As displayed on this screen.
        </Text>
      </div>
    </Group>
  );
}

interface PropertyTableProps {
  readonly group: PropertyGroup;
  readonly entity: AnyEntity;
  readonly meanings: ValueLabels;
}

const titles: Readonly<Record<PropertyGroup["name"], string>> = {
  own: "Own properties",
  family: "From the style",
  references: "References",
  seen: "Undefined properties",
};

function PropertyTable({ group, entity, meanings }: PropertyTableProps) {
  const title = titles[group.name];
  return (
    <section aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {explain(group.name, entity)}
      </Text>
      <Table aria-label={title} layout="fixed" verticalSpacing={6} withTableBorder bg="var(--weft-surface)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={{ base: "42%", sm: "32%" }}>Property</Table.Th>
            <Table.Th>Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {group.properties.map((property) => (
            <Table.Tr key={property.slug}>
              <Table.Td style={{ verticalAlign: "top" }}>
                <Name property={property} entity={entity} isInFamilyGroup={group.name === "family"} />
              </Table.Td>
              <Table.Td>
                <PropertyValue property={property} value={entity[property.slug]} meanings={meanings} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function explain(name: PropertyGroup["name"], entity: AnyEntity): ReactNode {
  switch (name) {
    case "own":
      return "Stored in this entity.";
    case "family": {
      const familyId = String(entity["itemFamilyId"]);
      return (
        <>
          Stored in{" "}
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to="/entities/$kind/$id" params={{ kind: "items", id: familyId }} />
            )}
          >
            the style
          </Anchor>{" "}
          and shared with its options. Change it there.
        </>
      );
    }
    case "references":
      return "Entities that this one refers to.";
    case "seen":
      return "Stored although the type does not define them, because the type is open. Define them in the type to validate them.";
  }
}

interface NameProps {
  readonly property: EntityProperty;
  readonly entity: AnyEntity;
  /** The heading already says that the values are read-only. */
  readonly isInFamilyGroup: boolean;
}

function Name({ property, entity, isInFamilyGroup }: NameProps) {
  const why = isInFamilyGroup ? undefined : whyReadOnly(property, entity.entityType, placeOf(entity));
  const { label, slug, declaredBy, propertyType } = property;
  const isElsewhere = declaredBy !== undefined && declaredBy !== entity.typePath && !property.isBuiltIn;
  return (
    <>
      <Group gap={6}>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {label}
        </Text>
        {why !== undefined && (
          <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
            <Badge
              variant="outline"
              color="gray"
              size="sm"
              tt="none"
              tabIndex={0}
              aria-label={`Read-only. ${why}`}
              role="note"
            >
              {propertyType === "formula" || propertyType === "sequence" ? propertyType : "read-only"}
            </Badge>
          </Tooltip>
        )}
        {declaredBy === undefined && (
          <Badge variant="outline" color="gray" size="sm" tt="none">
            not defined
          </Badge>
        )}
      </Group>
      {(slug !== label || isElsewhere) && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          <span className="mono">{slug}</span>
          {isElsewhere && ` · from ${declaredBy}`}
        </Text>
      )}
    </>
  );
}
