import { Button, Center, Stack } from "@mantine/core";
import type { ChangeRecord } from "@weft/client";
import { useWeft } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { useListing } from "../../ui/use-listing.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { propertiesAt, useEntityTypes } from "../use-entity-types.ts";
import { useOptionSets } from "../use-option-sets.ts";
import { useReferred } from "../use-referred.ts";
import { ChangeCard } from "./change-card.tsx";
import { statesIn } from "./diffs-of-change.ts";

interface HistoryTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
}

/** Every change of the entity, newest first. */
export function HistoryTab({ kind, entity }: HistoryTabProps) {
  const weft = useWeft();
  const reference = `${entity.entityType}:${entity.id}`;
  const listing = useListing<ChangeRecord>({
    queryKey: ["changes", "of-entity", reference],
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
        <ChangeCard key={change.id} kind={kind} change={change} properties={properties} meanings={meanings} />
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
