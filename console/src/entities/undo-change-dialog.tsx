import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { pluralize } from "../ui/format.ts";
import { Loaded, SkeletonRows } from "../ui/loaded.tsx";
import { KeptList, nameKept, useUndoChange } from "./undo-change.tsx";

interface UndoChangeDialogProps {
  readonly changeSetId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Undoes an act after showing what is set back, and what is kept because it was changed since. */
export function UndoChangeDialog({ changeSetId, opened, onClose }: UndoChangeDialogProps) {
  const weft = useWeft();
  const { undo } = useUndoChange();
  const preview = useQuery({
    queryKey: queryKeys.changes.reversal(changeSetId),
    queryFn: ({ signal }) => previewReversal(weft, changeSetId, signal),
    enabled: opened,
    // Others may write in between.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Undo this change"
      confirmLabel="Undo change"
      act={() => undo(changeSetId)}
    >
      <Loaded query={preview} skeleton={<SkeletonRows rows={2} />}>
        {({ sentence, kept, keptCount }) => (
          <Stack gap="xs">
            <Text size="sm">{sentence}</Text>
            {keptCount > 0 && (
              <div>
                <Text size="sm">Kept:</Text>
                <KeptList kept={kept} keptCount={keptCount} />
              </div>
            )}
          </Stack>
        )}
      </Loaded>
    </ConfirmDialog>
  );
}

const verbs = { create: "restored", update: "set back", delete: "deleted" } as const;

async function previewReversal(weft: Weft, id: string, signal: AbortSignal) {
  const input = { params: { id }, query: { dryRun: true } };
  const reversal = await weft.call("revert-change-set", input, { signal });
  const counts = (["update", "create", "delete"] as const).flatMap((action) => {
    const count = reversal.reverted.filter((one) => one.action === action).length;
    return count === 0 ? [] : [`${pluralize(count, "entity", "entities")} ${verbs[action]}`];
  });
  const sentence =
    counts.length === 0 ? "Nothing can be undone: all of it was changed since." : `${counts.join(", ")}.`;
  return { sentence, kept: await nameKept(weft, reversal), keptCount: reversal.keptCount };
}
