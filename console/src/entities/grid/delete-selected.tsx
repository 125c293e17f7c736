import { Checkbox, List, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { pluralize } from "../../ui/format.ts";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { notifyDone } from "../../ui/notify.ts";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, kindOfType, wordOf } from "../entity-kind.ts";
import { placeOf } from "../entity-property.ts";
import { forgetReadElsewhere } from "./edit-calls.ts";
import { type DeletionResult, type DeletionSummary, summarizeDeletion } from "./summarize-deletion.ts";

interface DeleteSelectedProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly kind: EntityKind;
  readonly entities: readonly AnyEntity[];
  readonly onDeleted: (ids: ReadonlySet<string>) => void;
}

/** Shows what would be deleted, what with it, and what is kept, by a dry run; then deletes. */
export function DeleteSelected({ opened, onClose, kind, entities, onDeleted }: DeleteSelectedProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [isCascading, setCascading] = useState(false);
  const dryRun = useQuery({
    queryKey: queryKeys.entities.deletions(
      kind.path,
      entities.map(({ id }) => id),
    ),
    queryFn: async ({ signal }) =>
      summarizeDeletion(await deleteAll(weft, kind, entities, { dryRun: true, cascade: false, signal })),
    enabled: opened,
    gcTime: 0,
    staleTime: 0,
  });
  const free = dryRun.data?.free ?? 0;
  const count = isCascading ? entities.length : free;
  const nameOf = (of: number) => pluralize(of, wordOf(kind), wordOf(kind, 2));
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        setCascading(false);
        onClose();
      }}
      title={`Delete ${nameOf(entities.length)}`}
      confirmLabel={`Delete ${nameOf(count)}`}
      act={async () => {
        if (count === 0)
          throw new Error(
            "None of them can be deleted as they are. Select the option below to delete their dependents too.",
          );
        const results = await deleteAll(weft, kind, entities, { dryRun: false, cascade: isCascading });
        const gone = new Set(ordered(entities).flatMap(({ id }, index) => (isGone(results[index]) ? [id] : [])));
        onDeleted(gone);
        forgetReadElsewhere(queryClient, kind);
        notifyDone(
          `${nameOf(gone.size)} deleted${gone.size < entities.length ? `, ${entities.length - gone.size} kept` : ""}.`,
        );
      }}
    >
      <Loaded query={dryRun} skeleton={<SkeletonRows rows={3} height={18} />}>
        {(summary) => <DryRunResult summary={summary} kind={kind} isCascading={isCascading} onCascade={setCascading} />}
      </Loaded>
    </ConfirmDialog>
  );
}

interface DryRunResultProps {
  readonly summary: DeletionSummary;
  readonly kind: EntityKind;
  readonly isCascading: boolean;
  readonly onCascade: (isOn: boolean) => void;
}

function DryRunResult({ summary, kind, isCascading, onCascade }: DryRunResultProps) {
  const { free, held, referencedBy, errors } = summary;
  const others = Object.entries(referencedBy).map(([name, count]) => {
    const other = kindOfType(name);
    return other === undefined ? pluralize(count, name) : pluralize(count, wordOf(other), wordOf(other, 2));
  });
  return (
    <Stack gap="sm">
      {free > 0 && (
        <Text size="sm">
          {pluralize(free, wordOf(kind), wordOf(kind, 2))} can be deleted. This cannot be undone here. Their history is
          kept.
        </Text>
      )}
      {held > 0 && (
        <>
          <Text size="sm">
            {pluralize(held, wordOf(kind), wordOf(kind, 2))} {held === 1 ? "is" : "are"} in use by {others.join(", ")}.
          </Text>
          <Checkbox
            label="Delete them too, with their dependents. Other references to them are cleared."
            checked={isCascading}
            onChange={(event) => onCascade(event.currentTarget.checked)}
          />
        </>
      )}
      {errors.length > 0 && (
        <List size="sm">
          {errors.slice(0, 5).map((error) => (
            <List.Item key={error}>{error}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

const batchMax = 10_000;

interface Deleting {
  readonly dryRun: boolean;
  readonly cascade: boolean;
  readonly signal?: AbortSignal;
}

async function deleteAll(
  weft: Weft,
  { name: entityName }: EntityKind,
  entities: readonly AnyEntity[],
  how: Deleting,
): Promise<DeletionResult[]> {
  const all: DeletionResult[] = [];
  const operations = ordered(entities).map(({ id }) => ({ op: "delete" as const, id }));
  for (let from = 0; from < operations.length; from += batchMax) {
    const part = operations.slice(from, from + batchMax);
    const { results } = await weft.entities.batch({ entityName, operations: part, atomic: false, ...how });
    all.push(...results);
  }
  return all;
}

/** Options before their styles: a style without options can be deleted. */
function ordered(entities: readonly AnyEntity[]): AnyEntity[] {
  const rankOf = (entity: AnyEntity) => (placeOf(entity) === "family" ? 1 : 0);
  return [...entities].sort((one, other) => rankOf(one) - rankOf(other));
}

/** What a cascade already deleted is not found. */
function isGone(result: DeletionResult | undefined): boolean {
  return result !== undefined && (result.status === 204 || result.status === 200 || result.status === 404);
}
