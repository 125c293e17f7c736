import { List, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
import { keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";

/** Tried out first: if the service would refuse, its words are there before anybody confirms. */
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
      title={`Delete the user ${user.email}`}
      confirmLabel="Delete the user"
      act={() => weft.call("delete-user", { params: { id: user.id } })}
      onDone={() => {
        notifyDone(`${user.email} is deleted.`);
        void queryClient.invalidateQueries({ queryKey: ["users"] });
        void queryClient.invalidateQueries({ queryKey: ["keys"] });
      }}
    >
      {error !== null && <ErrorNote error={error} />}
      <Text size="sm">
        What the user has changed stays in the history. This cannot be taken back. With the user go:
      </Text>
      <List size="sm">
        <List.Item>the user's sessions and access tokens, at once</List.Item>
        <List.Item>
          {live.length === 0
            ? "no live keys"
            : `${live.length} live ${live.length === 1 ? "key" : "keys"}: ${live.map(({ label }) => label).join(", ")}`}
        </List.Item>
      </List>
    </ConfirmDialog>
  );
}
