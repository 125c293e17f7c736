import { List, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-act.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { notifyDone } from "../../ui/notify.ts";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { countKinds, referralsTo } from "../referrals.ts";
import { useEntityTypes } from "../use-entity-types.ts";
import { type DeletePreview, previewDelete } from "./preview-delete.ts";

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
    queryKey: ["entities", kind.path, "delete-preview", entity.id, entity.version],
    queryFn: ({ signal }) => previewDelete(weft, kind, entity, { referrals: referralsTo(types ?? [], entity), signal }),
    enabled: opened && types !== undefined,
    // What is deleted with it is read again each time.
    staleTime: 0,
    gcTime: 0,
  });
  const cascade = preview.data?.needsCascade ?? false;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${wordOf(kind)} "${fullTitleOf(entity)}"`}
      confirmLabel={cascade ? "Delete with dependents" : `Delete ${wordOf(kind)}`}
      act={() => weft.entities.delete({ entityName: kind.name, id: entity.id, cascade, ifMatch: entity.version })}
      onDone={() => {
        notifyDone(`${fullTitleOf(entity)} deleted.`);
        void navigate({ to: "/entities/$kind", params: { kind: kind.path } }).then(() =>
          queryClient.invalidateQueries({ queryKey: ["entities"] }),
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
