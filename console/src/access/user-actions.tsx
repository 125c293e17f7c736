import { List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";
import { EditUser } from "./user-forms.tsx";

type Act = "edit" | "disable" | "enable" | "delete";

/** The actions of a user. The service does not let you remove the last owner. */
export function UserActions({ user }: { readonly user: User }) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  return (
    <>
      <ActionMenu label={`Actions for user ${user.email}`}>
        <ActionItem icon="edit" onClick={() => setAct("edit")}>
          Edit role, name or password
        </ActionItem>
        {user.isActive ? (
          <ActionItem icon="lock" onClick={() => setAct("disable")}>
            Disable
          </ActionItem>
        ) : (
          <ActionItem icon="check" onClick={() => setAct("enable")}>
            Enable
          </ActionItem>
        )}
        <ActionItem icon="trash" onClick={() => setAct("delete")}>
          Delete
        </ActionItem>
      </ActionMenu>
      {act === "edit" && <EditUser user={user} onClose={close} />}
      {act === "delete" && <DeleteUser user={user} onClose={close} />}
      {(act === "disable" || act === "enable") && (
        <SwitchUser user={user} isActive={act === "enable"} onClose={close} />
      )}
    </>
  );
}

interface SwitchUserProps {
  readonly user: User;
  readonly isActive: boolean;
  readonly onClose: () => void;
}

function SwitchUser({ user, isActive, onClose }: SwitchUserProps) {
  const { weft } = useSession();
  const verb = isActive ? "Enable" : "Disable";
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${verb} ${user.email}`}
      confirmLabel={`${verb} user`}
      act={() => weft.call("update-user", { params: { id: user.id }, body: { isActive } }, { ifMatch: user.version })}
      message={`${user.email} ${isActive ? "enabled" : "disabled"}.`}
      stale={[queryKeys.users.all()]}
    >
      <Text size="sm">
        {isActive
          ? "The user can sign in again, and the user's keys become valid again."
          : "The user is signed out everywhere and cannot sign in. The user's keys and tokens are rejected. You can enable the user again."}
      </Text>
    </ConfirmDialog>
  );
}

/** A dry run first: a rejection is shown before the user confirms. */
function DeleteUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const weft = useWeft();
  const { data: keys = [] } = useQuery(keysQuery(weft));
  const { error } = useQuery({
    queryKey: queryKeys.users.deletion(user.id),
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
      message={`${user.email} deleted.`}
      stale={[queryKeys.users.all(), queryKeys.keys.all()]}
    >
      {error !== null && <ErrorNote error={error} />}
      <Text size="sm">The changes of the user stay in the history. This cannot be undone. Also deleted:</Text>
      <List size="sm">
        <List.Item>the sessions and access tokens of the user, immediately</List.Item>
        <List.Item>
          {live.length === 0
            ? "no active keys"
            : `${pluralize(live.length, "active key")}: ${live.map(({ label }) => label).join(", ")}`}
        </List.Item>
      </List>
    </ConfirmDialog>
  );
}
