import { List, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Weft } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { useEntityTypes } from "../entity-queries.ts";
import { newChangeSetId, useUndoChange } from "../undo-change.tsx";
import { allReferralsTo, countKinds, criteriaOf, linkOfRow, type Referral, relationsOf } from "./referrals.ts";

interface DeleteEntityProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Deletes an entity after showing what is deleted with it. */
export function DeleteEntity({ kind, entity, opened, onClose }: DeleteEntityProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: types } = useEntityTypes();
  const preview = useQuery({
    queryKey: queryKeys.entities.deletion(kind.path, entity.id, entity.version),
    queryFn: ({ signal }) =>
      previewDelete(weft, kind, entity, { referrals: allReferralsTo(types ?? [], entity), signal }),
    enabled: opened && types !== undefined,
    // What is deleted with it is read again each time.
    staleTime: 0,
    gcTime: 0,
  });
  const cascade = preview.data?.needsCascade ?? false;
  const { offer } = useUndoChange();
  const [changeSetId] = useState(newChangeSetId);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${wordOf(kind)} "${fullTitleOf(entity)}"`}
      confirmLabel={cascade ? "Delete with dependents" : `Delete ${wordOf(kind)}`}
      act={() =>
        weft.entities.delete({ entityName: kind.name, id: entity.id, cascade, ifMatch: entity.version, changeSetId })
      }
      onDone={() => {
        offer(`${fullTitleOf(entity)} deleted.`, changeSetId);
        // Not before the page is left: it would fetch the deleted entity again.
        void navigate({ to: "/entities/$kind", params: { kind: kind.path } }).then(() =>
          queryClient.invalidateQueries({ queryKey: queryKeys.entities.all() }),
        );
      }}
    >
      <Loaded query={preview} skeleton={<SkeletonRows rows={3} />}>
        {(seen) => <Consequences kind={kind} preview={seen} />}
      </Loaded>
    </ConfirmDialog>
  );
}

function Consequences({ kind, preview }: { readonly kind: EntityKind; readonly preview: DeletePreview }) {
  if (!preview.needsCascade) {
    return (
      <Text size="sm">
        Nothing else refers to this {wordOf(kind)}, so nothing else is deleted. Its history is kept.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm">
        Also deleted or changed, in total: <strong>{countKinds(preview.counts)}</strong>. Their history is kept.
      </Text>
      <List size="sm" spacing={6}>
        {preview.referring.map(({ referral, total, names }) => (
          <List.Item key={`${referral.kind.name}/${referral.slug}`}>
            {countKinds({ [referral.kind.name]: total })}{" "}
            {referral.goesWith ? <strong>deleted</strong> : `kept, ${referral.label} cleared`}: {names.join("; ")}
            {total > names.length && ` and ${total - names.length} more`}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** The effects of a deletion. */
interface DeletePreview {
  /** Whether other entities refer to it, so that they must be deleted too or lose their reference. */
  readonly needsCascade: boolean;
  /** By entity type, everything that would be deleted or changed with it. */
  readonly counts: Readonly<Record<string, number>>;
  /** The direct references to it, with some of their names. */
  readonly referring: readonly {
    readonly referral: Referral;
    readonly total: number;
    readonly names: readonly string[];
  }[];
}

const namesShown = 5;

/** Requests a dry run of the deletion, and then the names of the affected entities. */
async function previewDelete(
  weft: Weft,
  kind: EntityKind,
  entity: AnyEntity,
  { referrals, signal }: { readonly referrals: readonly Referral[]; readonly signal: AbortSignal },
): Promise<DeletePreview> {
  const counts = await countsInTheWay(weft, kind, entity, signal);
  if (counts === undefined) return { needsCascade: false, counts: {}, referring: [] };
  // Reported here and not when it is too late: a role may lack permission for some of it.
  await weft.entities.delete({ entityName: kind.name, id: entity.id, dryRun: true, cascade: true, signal });
  const referring = await Promise.all(
    referrals
      .filter((referral) => (counts[referral.kind.name] ?? 0) > 0)
      .map(async (referral) => {
        const { results, total = results.length } = await weft.entities.list<AnyEntity>({
          entityName: referral.kind.name,
          criteria: criteriaOf(referral, entity.id),
          relations: relationsOf(referral.kind),
          limit: namesShown,
          includeTotal: true,
          signal,
        });
        return { referral, total, names: results.map((row) => linkOfRow(row, entity.id)?.title ?? fullTitleOf(row)) };
      }),
  );
  return { needsCascade: true, counts, referring: referring.filter(({ total }) => total > 0) };
}

/** Undefined when nothing prevents it. As a batch of one: a rejected request would be an error of the page. */
async function countsInTheWay(weft: Weft, kind: EntityKind, { id }: AnyEntity, signal: AbortSignal) {
  const operations = [{ op: "delete", id }] as const;
  const dryRun = { entityName: kind.name, operations, atomic: false, dryRun: true, signal };
  const [result] = (await weft.entities.batch(dryRun)).results;
  const referencedBy = result?.status === 409 ? result.problem?.["referencedBy"] : undefined;
  if (typeof referencedBy === "object" && referencedBy !== null) {
    return Object.fromEntries(Object.entries(referencedBy).map(([type, count]) => [type, Number(count)]));
  }
  if (result?.problem !== undefined) throw new Error(result.problem.detail);
  return undefined;
}
