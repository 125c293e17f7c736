import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { isReference } from "../entity-property.ts";
import { propertiesAt } from "../entity-queries.ts";
import { EntityLink } from "../references/entity-link.tsx";
import { idsIn, useReferred } from "../use-referred.ts";
import { ReferralTable } from "./referral-table.tsx";
import { criteriaOf, type Referral } from "./referrals.ts";

interface WhereUsedTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly types: readonly EntityType[];
  readonly referrals: readonly Referral[];
  /** Once that is known. */
  readonly isUnused: boolean;
}

/** The entities that refer to this one, and those that it refers to. */
export function WhereUsedTab({ kind, entity, types, referrals, isUnused }: WhereUsedTabProps) {
  const properties = propertiesAt(types, entity.typePath);
  return (
    <Stack gap="xl">
      <OwnPage kind={kind} entity={entity} />
      {referrals.map((referral) => (
        <ReferralTable
          key={`${referral.kind.name}/${referral.slug}`}
          entity={entity}
          types={types}
          referral={referral}
        />
      ))}
      {properties.some(isReference) && <Outgoing entity={entity} properties={properties} />}
      {isUnused && (
        <EmptyState icon="link" title="Not used anywhere">
          Nothing refers to this {wordOf(kind)}.
        </EmptyState>
      )}
    </Stack>
  );
}

interface OutgoingProps {
  readonly entity: AnyEntity;
  readonly properties: ReturnType<typeof propertiesAt>;
}

function Outgoing({ entity, properties }: OutgoingProps) {
  const referred = useReferred([entity], properties);
  const named = properties.filter(isReference).flatMap(({ slug, label }) =>
    idsIn(entity[slug]).flatMap((id) => {
      const to = id === entity.id ? undefined : referred.get(id);
      return to === undefined ? [] : [{ key: `${slug} ${id}`, label, to }];
    }),
  );
  if (named.length === 0) return null;
  return (
    <section aria-label="References">
      <Title order={2} size="h4" mb="xs">
        References
      </Title>
      <Group gap="lg">
        {named.map(({ key, label, to }) => (
          <div key={key}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <EntityLink to={to} />
          </div>
        ))}
      </Group>
    </section>
  );
}

/** Projects and assortments have pages of their own. */
function OwnPage({ kind, entity }: Pick<WhereUsedTabProps, "kind" | "entity">) {
  if (kind.name === "project") {
    return (
      <Text size="sm">
        See its workspaces, assortments and settings on{" "}
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/projects/$id" params={{ id: entity.id }} />}>
          the project page
        </Anchor>
        .
      </Text>
    );
  }
  if (kind.name === "assortment") {
    return (
      <Text size="sm">
        See its members and publish history on{" "}
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/assortments/$id" params={{ id: entity.id }} />}>
          the assortment page
        </Anchor>
        .
      </Text>
    );
  }
  return null;
}

/** How many entities refer to this one. Undefined until all are counted. */
export function useReferralCounts(referrals: readonly Referral[], id: string): { readonly total: number | undefined } {
  const weft = useWeft();
  const counts = useQueries({
    queries: referrals.map((referral) => {
      const criteria = criteriaOf(referral, id);
      return {
        queryKey: queryKeys.entities.referringCount(referral.kind.path, criteria),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const listing = { entityName: referral.kind.name, criteria, fields: ["id"], limit: 1 } as const;
          const { total = 0 } = await weft.entities.list<AnyEntity>({ ...listing, includeTotal: true, signal });
          return total;
        },
      };
    }),
  });
  const known = counts.flatMap(({ data }) => data ?? []);
  return { total: known.length === counts.length ? known.reduce((sum, count) => sum + count, 0) : undefined };
}
