import { Button, Center, Stack } from "@mantine/core";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-note.tsx";
import { SkeletonRows } from "../../ui/loaded.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { useOptionSets } from "../entity-queries.ts";
import { useReferred } from "../use-referred.ts";
import { ActCard } from "./act-card.tsx";
import { type Act, useActivity } from "./use-activity.ts";
import type { FieldEdits } from "./use-field-edits.ts";

interface ActivityTabProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly properties: readonly EntityProperty[];
  /** Undefined where nothing can be restored. */
  readonly edits: FieldEdits | undefined;
  readonly isColorways: boolean;
}

/** Every act that changed the entity, newest first, and how to undo it. */
export function ActivityTab({ kind, entity, properties, edits, isColorways }: ActivityTabProps) {
  const listing = useActivity(entity);
  const meanings = {
    options: useOptionSets(properties),
    referred: useReferred(statesIn(listing.rows, entity), properties),
  };
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
    <Stack gap="xs" maw={960}>
      {listing.rows.map((act) => (
        <ActCard
          key={act.set.id}
          kind={kind}
          entity={entity}
          act={act}
          properties={properties}
          meanings={meanings}
          edits={edits}
          isColorways={isColorways}
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

/** Old and new values as entities, so that the names of their references can be looked up. */
function statesIn(acts: readonly Act[], entity: AnyEntity): AnyEntity[] {
  const { id, entityType, typePath, createdOn, updatedOn, version } = entity;
  const frame = { id, entityType, typePath, createdOn, updatedOn, version };
  return acts
    .flatMap(({ changes }) => changes)
    .flatMap(({ propertyDiffs }) => {
      const diffs = Object.entries(propertyDiffs);
      const old = Object.fromEntries(diffs.map(([slug, { oldValue }]) => [slug, oldValue]));
      const now = Object.fromEntries(diffs.map(([slug, { newValue }]) => [slug, newValue]));
      return [
        { ...old, ...frame },
        { ...now, ...frame },
      ];
    });
}
