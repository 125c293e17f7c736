import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { notifyError } from "../ui/notify.ts";
import { type AnyEntity, fullTitleOf } from "./any-entity.ts";
import type { EntityKind } from "./entity-kind.ts";
import { newChangeSetId, useUndoChange } from "./undo-change.tsx";

/** Brings back a deleted entity under its id, with what was deleted with it. */
export function useRestoreDeleted(kind: EntityKind, id: string) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const { offer } = useUndoChange();
  return useMutation({
    mutationFn: async () => {
      const changeSetId = newChangeSetId();
      const wanted = { entityName: kind.name, id, cascade: true, changeSetId };
      return { restored: await weft.entities.restore<AnyEntity>(wanted), changeSetId };
    },
    onSuccess: async ({ restored, changeSetId }) => {
      offer(`${fullTitleOf(restored)} restored.`, changeSetId);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.entities.all() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.changes.all() }),
      ]);
    },
    onError: notifyError,
  });
}
