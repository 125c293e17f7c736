import { ActionIcon, Menu, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { useState } from "react";
import { useSession } from "../session/session.ts";
import { ConfirmAct } from "../ui/confirm-act.tsx";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";
import { DeleteUser } from "./delete-user.tsx";
import { EditUser } from "./edit-user.tsx";

type Act = "edit" | "disable" | "enable" | "delete";

/** What can be done with a user. The service refuses to take away the last owner. */
export function UserActs({ user }: { readonly user: User }) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Acts on the user ${user.email}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setAct("edit")}>
            Change role, name or password
          </Menu.Item>
          {user.isActive ? (
            <Menu.Item leftSection={<Icon name="lock" size={16} />} onClick={() => setAct("disable")}>
              Disable
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => setAct("enable")}>
              Enable
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="trash" size={16} />} c="red" onClick={() => setAct("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
    <ConfirmAct
      opened
      onClose={onClose}
      title={`${verb} ${user.email}`}
      confirmLabel={`${verb} the user`}
      act={() => weft.call("update-user", { params: { id: user.id }, body: { isActive } }, { ifMatch: user.version })}
      onDone={() => {
        notifyDone(`${user.email} is ${isActive ? "enabled" : "disabled"}.`);
        void queryClient.invalidateQueries({ queryKey: ["users"] });
      }}
    >
      <Text size="sm">
        {isActive
          ? "The user can sign in again, and the user's keys work again."
          : "The user is signed out everywhere and cannot sign in; the user's keys and tokens are refused. It can be enabled again."}
      </Text>
    </ConfirmAct>
  );
}
