import { Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { InboundWebhookCreated } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { useSave } from "../ui/use-save.ts";
import { SecretOnce } from "./secret-once.tsx";

interface NewInboundWebhookProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewInboundWebhook({ opened, onClose }: NewInboundWebhookProps) {
  const [made, setMade] = useState<InboundWebhookCreated>();
  const onCreated = (created: InboundWebhookCreated) => {
    onClose();
    setMade(created);
  };
  const address = made && absoluteAddress(made.url);
  return (
    <>
      <Modal opened={opened} onClose={onClose} title="New inbound webhook">
        <Fields onClose={onClose} onCreated={onCreated} />
      </Modal>
      <SecretOnce
        secret={made?.secret}
        address={address}
        title="Inbound webhook created"
        usage={{ label: "How to call it", text: callLine(address ?? "") }}
        onClose={() => setMade(undefined)}
      />
    </>
  );
}

/** Without the secret: terminals keep a history. */
function callLine(url: string): string {
  return `curl -X POST ${url} \\
  -H "X-Webhook-Secret: $SECRET" \\
  -H 'Content-Type: application/json' \\
  -d '{"order": 42}'`;
}

interface FieldsProps {
  readonly onClose: () => void;
  readonly onCreated: (created: InboundWebhookCreated) => void;
}

function Fields({ onClose, onCreated }: FieldsProps) {
  const weft = useWeft();
  const form = useForm({
    initialValues: { name: "", description: "" },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name, such as Shop." : null) },
  });
  const create = useSave({
    save: ({ name, description }: { readonly name: string; readonly description: string }) => {
      const about = description.trim() === "" ? {} : { description: description.trim() };
      return weft.call("create-inbound-webhook", { body: { name: name.trim(), ...about } });
    },
    stale: [queryKeys.inboundWebhooks.all()],
    onSaved: onCreated,
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack>
        <TextInput label="Name" placeholder="Shop" data-autofocus {...form.getInputProps("name")} />
        <Textarea
          label="Description"
          description="Who calls it, and why."
          autosize
          minRows={2}
          {...form.getInputProps("description")}
        />
        <FormEnd saving={create} submitLabel="Create inbound webhook" onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** A service without a configured public address returns only the path; then the origin of this page is used. */
export function absoluteAddress(url: string): string {
  return new URL(url, location.origin).href;
}
