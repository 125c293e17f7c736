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

/** A key of whoever is signed in. It has the user's rights, and follows when those change. */
export function NewOwnKey({ onClose, onMade }: NewOwnKeyProps) {
  const { who, weft } = useSession();
  const queryClient = useQueryClient();
  const form = useForm<OwnKeyDraft>({
    initialValues: { label: "", isForCallbacks: false, day: undefined },
    validate: {
      label: (value) => (value.trim() === "" ? "Name the key, for example by the machine it is on." : null),
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
    <Modal opened onClose={onClose} title="New key of your own" centered>
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
        <Stack>
          <Text size="sm">It acts as {who.actor.name}, with your rights, wherever it is used.</Text>
          <TextInput label="Label" placeholder="laptop" data-autofocus {...form.getInputProps("label")} />
          <Checkbox
            label="Only for completing tasks"
            description="Narrows the key to callbacks."
            {...form.getInputProps("isForCallbacks", { type: "checkbox" })}
          />
          <ExpiryField
            day={form.values.day}
            onChange={(day) => form.setFieldValue("day", day)}
            error={form.errors["day"]}
          />
          <FormEnd saving={create} submitLabel="Create the key" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
