import { List, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
import { keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";

/** A dry run first: a rejection is shown before the user confirms. */
export function DeleteUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const { data: keys = [] } = useQuery(keysQuery(weft));
  const { error } = useQuery({
    queryKey: ["users", user.id, "deletion"],
    queryFn: async ({ signal }) => {
      await weft.call("delete-user", { params: { id: user.id }, query: { dryRun: true } }, { signal });
      return true;
    },
    staleTime: 0,
  });
  const live = keys.filter((key) => key.userId === user.id && passesFilter(key, "live", Date.now()));
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete user ${user.email}`}
      confirmLabel="Delete user"
      act={() => weft.call("delete-user", { params: { id: user.id } })}
      onDone={() => {
        notifyDone(`${user.email} deleted.`);
        void queryClient.invalidateQueries({ queryKey: ["users"] });
        void queryClient.invalidateQueries({ queryKey: ["keys"] });
      }}
    >
      {error !== null && <ErrorNote error={error} />}
      <Text size="sm">The changes of the user stay in the history. This cannot be undone. Also deleted:</Text>
      <List size="sm">
        <List.Item>the sessions and access tokens of the user, immediately</List.Item>
        <List.Item>
          {live.length === 0
            ? "no active keys"
            : `${live.length} active ${live.length === 1 ? "key" : "keys"}: ${live.map(({ label }) => label).join(", ")}`}
        </List.Item>
      </List>
    </ConfirmDialog>
  );
}
