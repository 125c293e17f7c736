import type { ApiKey } from "@weft/client";
import { useState } from "react";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { EditKey } from "./edit-key.tsx";
import { keyStatus } from "./key-status.ts";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly ownerName: string;
  readonly onMade: (made: NewSecret) => void;
}

type Act = "edit" | "rotate" | "revoke";

/** The actions of a key. An expired or revoked one has none. */
export function KeyActions({ apiKey, ownerName, onMade }: KeyActionsProps) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const status = keyStatus(apiKey, Date.now());
  if (status === "revoked" || status === "expired") return null;
  const shared = { apiKey, ownerName, onClose: close };
  return (
    <>
      <ActionMenu label={`Actions for key ${apiKey.label} of ${ownerName}`}>
        <ActionItem icon="edit" onClick={() => setAct("edit")}>
          Edit
        </ActionItem>
        <ActionItem icon="refresh" onClick={() => setAct("rotate")}>
          Rotate
        </ActionItem>
        <ActionItem icon="trash" onClick={() => setAct("revoke")}>
          Revoke
        </ActionItem>
      </ActionMenu>
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
