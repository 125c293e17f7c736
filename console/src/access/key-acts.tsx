import type { ApiKey } from "@weft/client";
import { useState } from "react";
import { ActItem, ActsMenu } from "../ui/acts-menu.tsx";
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
      <ActsMenu label={`Acts on the key ${apiKey.label} of ${ownerName}`}>
        <ActItem icon="edit" onClick={() => setAct("edit")}>
          Change
        </ActItem>
        <ActItem icon="refresh" onClick={() => setAct("rotate")}>
          Rotate
        </ActItem>
        <ActItem icon="trash" onClick={() => setAct("revoke")}>
          Revoke
        </ActItem>
      </ActsMenu>
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
