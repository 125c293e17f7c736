import { ActionIcon, Menu } from "@mantine/core";
import type { ApiKey } from "@weft/client";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { EditKey } from "./edit-key.tsx";
import { keyStatus } from "./key-status.ts";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface KeyActsProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onMade: (made: NewSecret) => void;
}

type Act = "edit" | "rotate" | "revoke";

/** What can be done with a key. One that has ended only stays to be seen. */
export function KeyActs({ apiKey, ownerName, onMade }: KeyActsProps) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const status = keyStatus(apiKey, Date.now());
  if (status === "revoked" || status === "expired") return null;
  const shared = { apiKey, ownerName, onClose: close };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Acts on the key ${apiKey.label} of ${ownerName}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setAct("edit")}>
            Change
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="refresh" size={16} />} onClick={() => setAct("rotate")}>
            Rotate
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash" size={16} />} c="red" onClick={() => setAct("revoke")}>
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {act === "edit" && <EditKey {...shared} />}
      {act === "revoke" && <RevokeKey {...shared} />}
      {act === "rotate" && (
        <RotateKey
          {...shared}
          onMade={(made) => {
            close();
            onMade(made);
          }}
        />
      )}
    </>
  );
}
