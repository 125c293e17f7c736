import { Button, Group, List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import type { ChangeSetReversal, Weft } from "@weft/client";
import { useCallback } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { pluralize } from "../ui/format.ts";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { type AnyEntity, fullTitleOf } from "./any-entity.ts";
import { kindOfType } from "./entity-kind.ts";

/** Names an act before it is written, so that it can be undone. Works without a secure context, too. */
export function newChangeSetId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One at a time: it is about the last act. */
const toastId = "undo-change";
const shownMs = 8_000;

interface Undo {
  /** Reverts a change set and reports what was kept. */
  readonly undo: (changeSetId: string) => Promise<void>;
  /** Says what was done, with a button that undoes it. */
  readonly offer: (message: string, changeSetId: string) => void;
}

/** Undoes acts by their change sets. */
export function useUndoChange(): Undo {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const undo = useCallback(
    async (changeSetId: string) => {
      notifications.hide(toastId);
      try {
        const reversal = await weft.call("revert-change-set", { params: { id: changeSetId } });
        await reportReversal(weft, reversal);
      } catch (error) {
        notifyError(error);
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.entities.all() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.changes.all() }),
      ]);
    },
    [weft, queryClient],
  );
  const offer = useCallback(
    (message: string, changeSetId: string) => showUndo(message, () => void undo(changeSetId)),
    [undo],
  );
  return { undo, offer };
}

function showUndo(message: string, onUndo: () => void): void {
  notifications.hide(toastId);
  notifications.show({
    id: toastId,
    color: "teal",
    autoClose: shownMs,
    message: (
      <Group gap="xs" justify="space-between">
        <span>{message}</span>
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** A change that was not undone, with the name of its entity. */
interface Kept {
  readonly name: string;
  readonly reason: string;
}

/** What was undone, and what was kept because it was changed since. The latter stays visible until it is closed. */
async function reportReversal(weft: Weft, reversal: ChangeSetReversal): Promise<void> {
  if (reversal.keptCount === 0) {
    notifyDone(`Change undone: ${pluralize(reversal.revertedCount, "entity", "entities")}.`);
    return;
  }
  const kept = await nameKept(weft, reversal);
  notifications.show({
    color: "yellow",
    autoClose: false,
    title: reversal.revertedCount === 0 ? "Nothing was undone" : "Undone, except for later changes",
    message: <KeptList kept={kept} keptCount={reversal.keptCount} />,
  });
}

export function KeptList({ kept, keptCount }: { readonly kept: readonly Kept[]; readonly keptCount: number }) {
  return (
    <>
      <List size="sm">
        {kept.map(({ name, reason }) => (
          <List.Item key={`${name} ${reason}`}>
            {name}: {reason}
          </List.Item>
        ))}
      </List>
      {keptCount > kept.length && <Text size="sm">… and {keptCount - kept.length} more.</Text>}
    </>
  );
}

const namedMax = 5;

/** The first of the kept changes, by name. */
export async function nameKept(weft: Weft, { kept }: ChangeSetReversal): Promise<Kept[]> {
  return Promise.all(
    kept.slice(0, namedMax).map(async ({ entityReference, reason }) => {
      const [entityType = "", id = ""] = entityReference.split(":");
      const kind = kindOfType(entityType);
      const missing = { name: kind?.one ?? entityType, reason };
      if (kind === undefined) return missing;
      const found = await weft.entities
        .list<AnyEntity>({ entityName: kind.name, criteria: { id }, limit: 1 })
        .catch(() => undefined);
      const [entity] = found?.results ?? [];
      return entity === undefined ? missing : { name: fullTitleOf(entity), reason };
    }),
  );
}
