import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { isReference, placeOf } from "../entity-property.ts";
import { propertiesAt, useEntityTypes } from "../entity-queries.ts";
import { EntityLink } from "../references/entity-link.tsx";
import { idsIn, useReferred } from "../use-referred.ts";
import { type Referral, referralsTo } from "./referrals.ts";
import { RelationTable } from "./relation-table.tsx";

interface RelationsTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
}

/** The references of an entity, in both directions. */
export function RelationsTab({ kind, entity }: RelationsTabProps) {
  const types = useEntityTypes();
  return (
    <Loaded query={types}>
      {(known) => {
        const referrals = referralsTo(known, entity);
        const hasReferences = propertiesAt(known, entity.typePath).some(isReference);
        return (
          <Stack gap="xl">
            <OwnPage kind={kind} entity={entity} />
            {hasReferences && <Outgoing entity={entity} properties={propertiesAt(known, entity.typePath)} />}
            {placeOf(entity) === "option" && <RelationTable entity={entity} types={known} referral={siblings(kind)} />}
            {referrals.map((referral) => (
              <RelationTable
                key={`${referral.kind.name}/${referral.slug}`}
                entity={entity}
                types={known}
                referral={referral}
              />
            ))}
            {referrals.length === 0 && !hasReferences && (
              <EmptyState icon="link" title="No references">
                No type has a property that refers to a {kind.one.toLowerCase()}. Add one to connect them.
              </EmptyState>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** The other options of an option's style: those with the same style. */
function siblings(kind: EntityKind): Referral {
  return {
    kind,
    slug: "itemFamilyId",
    label: "Style",
    isList: false,
    goesWith: false,
    title: "Options of its style",
  };
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
function OwnPage({ kind, entity }: RelationsTabProps) {
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
