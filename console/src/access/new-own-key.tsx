import { Checkbox, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { ExpiryField, endOfDay, findDayError } from "./expiry-field.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface NewOwnKeyProps {
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

interface OwnKeyDraft {
  readonly label: string;
  readonly isForCallbacks: boolean;
  readonly day: string | undefined;
}

/** A key of the signed-in user. It has the user's permissions, and follows when they change. */
export function NewOwnKey({ onClose, onMade }: NewOwnKeyProps) {
  const { who, weft } = useSession();
  const queryClient = useQueryClient();
  const form = useForm<OwnKeyDraft>({
    initialValues: { label: "", isForCallbacks: false, day: undefined },
    validate: {
      label: (value) => (value.trim() === "" ? "Enter a label, for example the name of the machine." : null),
      day: findDayError,
    },
  });
  const create = useMutation({
    mutationFn: ({ label, isForCallbacks, day }: OwnKeyDraft) =>
      weft.call("create-api-key", {
        body: {
          userId: who.actor.id,
          label: label.trim(),
          ...(isForCallbacks ? { preset: "callback" as const } : {}),
          ...(day === undefined ? {} : { expiresOn: endOfDay(day) }),
        },
      }),
    onSuccess: ({ label, apiKey }) => {
      onMade({ kind: "key", title: `Your key ${label}`, secret: apiKey });
      void queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  return (
    <Modal opened onClose={onClose} title="New personal key" centered>
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
        <Stack>
          <Text size="sm">It acts as {who.actor.name}, with your permissions.</Text>
          <TextInput label="Label" placeholder="laptop" data-autofocus {...form.getInputProps("label")} />
          <Checkbox
            label="Only for completing tasks"
            description="Limits the key to callbacks."
            {...form.getInputProps("isForCallbacks", { type: "checkbox" })}
          />
          <ExpiryField
            day={form.values.day}
            onChange={(day) => form.setFieldValue("day", day)}
            error={form.errors["day"]}
          />
          <FormEnd saving={create} submitLabel="Create key" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
