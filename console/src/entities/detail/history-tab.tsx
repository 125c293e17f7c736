import { Anchor, Button, Center, Collapse, Group, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure, useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ChangeRecord } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-note.tsx";
import { SkeletonRows } from "../../ui/loaded.tsx";
import { PropertyDiffs } from "../../ui/property-diffs.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useListing } from "../../ui/use-listing.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { propertiesAt, useEntityTypes, useOptionSets } from "../entity-queries.ts";
import type { ValueLabels } from "../show-value.ts";
import { useReferred } from "../use-referred.ts";
import { readActScope } from "./act-scope.ts";
import { diffsOfChange, statesIn } from "./diffs-of-change.ts";

interface HistoryTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
}

/** Every change of the entity, newest first. */
export function HistoryTab({ kind, entity }: HistoryTabProps) {
  const weft = useWeft();
  const reference = `${entity.entityType}:${entity.id}`;
  const listing = useListing<ChangeRecord>({
    queryKey: queryKeys.changes.ofEntity(reference),
    read: (nextPageKey, signal) => {
      const query = { criteria: { entityReference: reference }, limit: 25, nextPageKey };
      return weft.call("list-changes", { query }, { signal });
    },
  });
  const { data: types = [] } = useEntityTypes();
  const properties = propertiesAt(types, entity.typePath);
  const states = statesIn(listing.rows, entity);
  const meanings = { options: useOptionSets(properties), referred: useReferred(states, properties) };
  if (listing.isPending) return <SkeletonRows height={64} />;
  if (listing.error !== null) return <ErrorState error={listing.error} onRetry={listing.refetch} />;
  if (listing.rows.length === 0 && !listing.hasMore) {
    return (
      <EmptyState icon="changes" title="No changes available">
        Every change is recorded with its author. The changes of this entity are older than the retention period of the
        organization.
      </EmptyState>
    );
  }
  return (
    <Stack>
      {listing.rows.map((change) => (
        <ChangeCard
          key={change.id}
          kind={kind}
          entity={entity}
          change={change}
          properties={properties}
          meanings={meanings}
        />
      ))}
      {listing.hasMore && (
        <Center>
          <Button variant="default" onClick={listing.fetchMore} loading={listing.isFetchingMore}>
            Show older changes
          </Button>
        </Center>
      )}
    </Stack>
  );
}

interface ChangeCardProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly change: ChangeRecord;
  readonly properties: readonly EntityProperty[];
  readonly meanings: ValueLabels;
}

const verbs = { create: "Created", update: "Changed", delete: "Deleted" } as const;
/** Further ones are shown on request. */
const diffsShown = 8;

/** One change: who, from where, when, and what changed. */
function ChangeCard({ kind, entity, change, properties, meanings }: ChangeCardProps) {
  const diffs = diffsOfChange(change, properties, meanings);
  const [isOpen, { toggle }] = useDisclosure(diffs.length <= diffsShown);
  const who = change.createdBy?.name ?? "an unknown user";
  const label = `Changes of version ${change.entityVersion}`;
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Version ${change.entityVersion}`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <strong>{verbs[change.action]}</strong> by {who} <Source change={change} />{" "}
          <TimeAgo time={change.createdOn} />
          <Text span size="sm" c="dimmed" className="numbers">
            {` · version ${change.entityVersion}`}
          </Text>
          <ActScope entity={entity} changeSetId={change.changeSetId} />
        </Text>
        <Group gap="md">
          {diffs.length > diffsShown && (
            <Button size="compact-xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
              {isOpen ? "Hide properties" : `Show ${diffs.length} properties`}
            </Button>
          )}
          {change.action !== "delete" && <AsItWas kind={kind} change={change} />}
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/changes/$changeSetId" params={{ changeSetId: change.changeSetId }} />
            )}
          >
            View change set
          </Anchor>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <PropertyDiffs diffs={diffs} label={label} />
      </Collapse>
    </Paper>
  );
}

/** What else the same act changed: this style and 6 colorways. Looked up once the card is visible. */
function ActScope({ entity, changeSetId }: { readonly entity: AnyEntity; readonly changeSetId: string }) {
  const weft = useWeft();
  const { ref, inViewport } = useInViewport();
  const { data } = useQuery({
    queryKey: queryKeys.changes.actOf(changeSetId, entity.id),
    queryFn: ({ signal }) => readActScope(weft, entity, changeSetId, signal),
    enabled: inViewport,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Text ref={ref} span size="sm" c="dimmed">
      {data === undefined || data === "" ? "" : ` · ${data}`}
    </Text>
  );
}

function AsItWas({ kind, change }: { readonly kind: EntityKind; readonly change: ChangeRecord }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/entities/$kind/$id"
          params={{ kind: kind.path, id: change.entityId }}
          search={{ asOf: change.id }}
        />
      )}
    >
      View this version
    </Anchor>
  );
}

/** The source of the change, with the load or the run behind it. */
function Source({ change: { source, sourceId } }: { readonly change: ChangeRecord }) {
  switch (source) {
    case "loader":
      return sourceId === undefined ? (
        "by a load"
      ) : (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id: sourceId }} />}
        >
          by a load
        </Anchor>
      );
    case "workflow":
      return sourceId === undefined ? (
        "by a workflow"
      ) : (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/processes/$id" params={{ id: sourceId }} />}
        >
          by a workflow
        </Anchor>
      );
    case "console":
      return "in the console";
    case "cli":
      return "from the command line";
    case "mcp":
      return "by an assistant";
    case "api":
      return "through the API";
  }
}
