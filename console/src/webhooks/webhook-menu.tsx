import { ActionIcon, Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "@weft/client";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";
import { DeleteWebhook } from "./delete-webhook.tsx";
import { ReplaySince } from "./replay-since.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { WebhookForm } from "./webhook-form.tsx";

type Act = "edit" | "rotate" | "replay" | "delete";

/** The less frequent actions. */
export function WebhookMenu({ webhook }: { readonly webhook: Webhook }) {
  const queryClient = useQueryClient();
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const onSaved = () => {
    close();
    notifyDone("Webhook saved.");
    void queryClient.invalidateQueries({ queryKey: ["webhooks"] });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions for the webhook">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setAct("edit")}>
            Edit
          </Menu.Item>
          {webhook.auth.type === "hmac" && (
            <Menu.Item leftSection={<Icon name="keys" />} onClick={() => setAct("rotate")}>
              Rotate secret
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => setAct("replay")}>
            Replay since…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setAct("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WebhookForm opened={act === "edit"} onClose={close} before={webhook} onSaved={onSaved} />
      <RotateSecret opened={act === "rotate"} onClose={close} webhookId={webhook.id} direction="sending" />
      <ReplaySince opened={act === "replay"} onClose={close} webhook={webhook} />
      <DeleteWebhook opened={act === "delete"} onClose={close} webhook={webhook} />
    </>
  );
}
