import { Group, Text, Title } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { formatNumber } from "../../ui/format.ts";
import { type ListColumn, ListTable } from "../../ui/list-table.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useListing } from "../../ui/use-listing.ts";
import type { AnyEntity } from "../any-entity.ts";
import { kindOfType } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { propertiesAt } from "../entity-queries.ts";
import { EntityLink } from "../references/entity-link.tsx";
import { type ReferredById, toReferred, useReferred } from "../use-referred.ts";
import { criteriaOf, linkOfRow, type Referral, relationsOf } from "./referrals.ts";

interface ReferralTableProps {
  readonly entity: AnyEntity;
  readonly types: readonly EntityType[];
  readonly referral: Referral;
}

/** The entities that refer to this one by one property. */
export function ReferralTable({ entity, types, referral }: ReferralTableProps) {
  const weft = useWeft();
  const { kind, title } = referral;
  const criteria = criteriaOf(referral, entity.id);
  const listing = useListing<AnyEntity>({
    queryKey: queryKeys.entities.referring(kind.path, criteria),
    read: (nextPageKey, signal) =>
      weft.entities.list<AnyEntity>({
        entityName: kind.name,
        criteria,
        relations: relationsOf(kind),
        includeTotal: nextPageKey === undefined,
        limit: 100,
        nextPageKey,
        signal,
      }),
  });
  const colors = propertiesOfRows(types, listing.rows).filter(isColor);
  const referred = useReferred(listing.rows, colors);
  if (listing.rows.length === 0 && listing.error === null) return null;
  return (
    <section aria-label={title}>
      <Group gap="xs" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {listing.total !== undefined && (
          <Text size="sm" c="dimmed" className="numbers">
            {formatNumber(listing.total)}
          </Text>
        )}
      </Group>
      <ListTable
        label={title}
        listing={listing}
        rowKey={(row) => row.id}
        columns={columnsOf({ referral, entity, colors, referred })}
        maxHeight="340px"
        empty={null}
      />
    </section>
  );
}

interface Columns {
  readonly referral: Referral;
  readonly entity: AnyEntity;
  readonly colors: readonly EntityProperty[];
  readonly referred: ReferredById;
}

function columnsOf({ referral, entity, colors, referred }: Columns): ListColumn<AnyEntity>[] {
  const { kind } = referral;
  const name: ListColumn<AnyEntity> = {
    title: "Name",
    render: (row) => <NameCell row={row} entity={entity} colors={colors} referred={referred} />,
  };
  const record: ListColumn<AnyEntity> = {
    title: kind.one,
    width: 150,
    render: (row) => (
      <EntityLink to={{ ...toReferred(row, kind), title: "Details", hex: undefined, entity: undefined }} />
    ),
  };
  const key: ListColumn<AnyEntity> = { title: "External ID", render: (row) => row.federatedId ?? "" };
  const changed: ListColumn<AnyEntity> = {
    title: "Changed",
    width: 140,
    render: (row) => <TimeAgo time={row.updatedOn} />,
  };
  if (relationsOf(kind) !== undefined) return [name, record, changed];
  return [name, key, changed];
}

interface NameCellProps {
  readonly row: AnyEntity;
  readonly entity: AnyEntity;
  readonly colors: readonly EntityProperty[];
  readonly referred: ReferredById;
}

function NameCell({ row, entity, colors, referred }: NameCellProps) {
  const to = linkOfRow(row, entity.id);
  const hex = colors.map(({ slug }) => referred.get(String(row[slug]))?.hex).find((one) => one !== undefined);
  return (
    <Group gap={8} wrap="nowrap" miw={200}>
      {hex !== undefined && <Swatch hex={hex} />}
      {to !== undefined && <EntityLink to={to} />}
    </Group>
  );
}

function propertiesOfRows(types: readonly EntityType[], rows: readonly AnyEntity[]): EntityProperty[] {
  const paths = [...new Set(rows.map(({ typePath }) => typePath))];
  const all = paths.flatMap((typePath) => propertiesAt(types, typePath));
  return [...new Map(all.map((property) => [property.slug, property])).values()];
}

function isColor({ referenceType, propertyType }: EntityProperty): boolean {
  return propertyType === "object_reference" && kindOfType(referenceType ?? "")?.name === "color";
}
