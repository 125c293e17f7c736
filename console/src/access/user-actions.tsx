import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { useState } from "react";
import { useSession } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { notifyDone } from "../ui/notify.ts";
import { DeleteUser } from "./delete-user.tsx";
import { EditUser } from "./edit-user.tsx";

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
  const queryClient = useQueryClient();
  const verb = isActive ? "Enable" : "Disable";
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${verb} ${user.email}`}
      confirmLabel={`${verb} user`}
      act={() => weft.call("update-user", { params: { id: user.id }, body: { isActive } }, { ifMatch: user.version })}
      onDone={() => {
        notifyDone(`${user.email} ${isActive ? "enabled" : "disabled"}.`);
        void queryClient.invalidateQueries({ queryKey: ["users"] });
      }}
    >
      <Text size="sm">
        {isActive
          ? "The user can sign in again, and the user's keys become valid again."
          : "The user is signed out everywhere and cannot sign in. The user's keys and tokens are rejected. You can enable the user again."}
      </Text>
    </ConfirmDialog>
  );
}
