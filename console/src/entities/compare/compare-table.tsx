import { ActionIcon, Group, Stack, Table, Text } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { useState } from "react";
import { mayDo, useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { PropertyValue } from "../detail/property-value.tsx";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, placeOf, whyReadOnly } from "../entity-property.ts";
import { propertiesAt, useOptionSets } from "../entity-queries.ts";
import { EntityPicture } from "../pictures/picture.tsx";
import { EntityLink } from "../references/entity-link.tsx";
import type { ValueLabels } from "../show-value.ts";
import { toReferred, useReferred } from "../use-referred.ts";
import { type CompareRow, compareRows } from "./compare-rows.ts";
import { CopyMenu, CopyValue, type ValueCopy } from "./copy-value.tsx";

interface CompareTableProps {
  readonly kind: EntityKind;
  readonly entities: readonly AnyEntity[];
  readonly types: readonly EntityType[];
  readonly isAll: boolean;
  readonly onRemove: (id: string) => void;
}

/** Properties as rows, entities as columns. A value can be copied from one to another. */
export function CompareTable({ kind, entities, types, isAll, onRemove }: CompareTableProps) {
  const described = describedBy(types, entities);
  const meanings = { options: useOptionSets(described), referred: useReferred(entities, described) };
  const [copy, setCopy] = useState<ValueCopy>();
  const rows = compareRows(entities, described);
  const shown = rows.filter(({ isSame, values }) => (isAll ? values.some(isThere) : !isSame));
  return (
    <>
      <Table.ScrollContainer minWidth={110 + entities.length * 200} aria-label="Comparison" tabIndex={0} role="region">
        <Table aria-label="Comparison" layout="fixed" withTableBorder bg="var(--weft-surface)">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={{ base: 110, sm: 180 }}>Property</Table.Th>
              {entities.map((entity) => (
                <Table.Th key={entity.id} fw={400} style={{ verticalAlign: "top" }}>
                  <Head kind={kind} entity={entity} onRemove={() => onRemove(entity.id)} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={row.property.slug}>
                <Table.Th scope="row" fw={500} style={{ overflowWrap: "anywhere" }}>
                  {row.property.label}
                  <Sameness row={row} isAll={isAll} />
                </Table.Th>
                {entities.map((entity, index) => (
                  <Table.Td key={entity.id} style={{ verticalAlign: "top" }}>
                    <Cell row={row} index={index} entities={entities} meanings={meanings} onCopy={setCopy} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown.length === 0 && entities.length > 1 && (
        <Text size="sm" c="dimmed">
          No differences. Turn on "Show identical values" to see all properties.
        </Text>
      )}
      <CopyValue kind={kind} copy={copy} meanings={meanings} onClose={() => setCopy(undefined)} />
    </>
  );
}

/** Not by color alone: where all properties are shown, a label marks differences. */
function Sameness({ row, isAll }: { readonly row: CompareRow; readonly isAll: boolean }) {
  return isAll && !row.isSame ? (
    <Text size="xs" c="dimmed" component="div">
      differs
    </Text>
  ) : null;
}

interface CellProps {
  readonly row: CompareRow;
  readonly index: number;
  readonly entities: readonly AnyEntity[];
  readonly meanings: ValueLabels;
  readonly onCopy: (copy: ValueCopy) => void;
}

function Cell({ row: { property, values, isSame }, index, entities, meanings, onCopy }: CellProps) {
  const { who } = useSession();
  const value = values[index];
  const from = entities[index];
  const targets = entities.filter(
    (one, other) => other !== index && mayDo(who, "update", one.typePath) && isSettable(property, one),
  );
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <PropertyValue property={property} value={value} meanings={meanings} />
      </div>
      {!isSame && from !== undefined && targets.length > 0 && (
        <CopyMenu
          label={`Copy ${property.label} of ${fullTitleOf(from)}`}
          targets={targets}
          onChoose={(to) => onCopy({ property, value, to })}
        />
      )}
    </Group>
  );
}

/** The external ID and the type cannot be copied. */
function isSettable(property: EntityProperty, entity: AnyEntity): boolean {
  const isOwn = property.isUnique || property.slug === "federatedId" || property.slug === "typePath";
  return (
    !isOwn &&
    property.slug !== "itemFamilyId" &&
    whyReadOnly(property, entity.entityType, placeOf(entity)) === undefined
  );
}

interface HeadProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly onRemove: () => void;
}

function Head({ kind, entity, onRemove }: HeadProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      <Stack gap={4} miw={0}>
        <EntityPicture entity={entity} label={`Picture of ${fullTitleOf(entity)}`} width={144} height={180} />
        <EntityLink to={{ ...toReferred(entity, kind), entity: undefined }} />
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Exclude ${fullTitleOf(entity)} from the comparison`}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </Group>
  );
}

function describedBy(types: readonly EntityType[], entities: readonly AnyEntity[]): EntityProperty[] {
  const all = entities.flatMap(({ typePath }) => propertiesAt(types, typePath));
  return [...new Map(all.map((property) => [property.slug, property])).values()];
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
