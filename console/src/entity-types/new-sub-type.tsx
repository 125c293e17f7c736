import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { notifyDone } from "../ui/notify.ts";
import { ModeField } from "./mode-field.tsx";
import { slugOfLabel } from "./property-draft.ts";
import { useForgetTypes } from "./use-change-type.ts";

interface NewSubTypeProps {
  readonly parent: EntityType;
  readonly onClose: () => void;
}

interface Draft {
  readonly label: string;
  readonly step: string;
  readonly mode: "open" | "strict";
}

export function NewSubType({ parent, onClose }: NewSubTypeProps) {
  const form = useForm<Draft>({
    initialValues: { label: "", step: "", mode: parent.mode },
    validate: {
      label: (value) => (value.trim() === "" ? "Enter a label, such as Apparel." : null),
      step: (value) => (/^[A-Za-z0-9_-]{1,64}$/.test(value) ? null : "Letters, digits, _ and -, up to 64."),
    },
  });
  const create = useCreate(parent, onClose);
  const { label, step } = form.values;
  return (
    <Modal opened onClose={onClose} title={`New subtype of ${parent.label}`}>
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
        <Stack>
          <TextInput
            label="Label"
            placeholder="Apparel"
            data-autofocus
            {...form.getInputProps("label")}
            onChange={({ currentTarget: { value } }) => {
              form.setFieldValue("label", value);
              if (step === stepOf(label)) form.setFieldValue("step", stepOf(value));
            }}
          />
          <TextInput
            label="Path segment"
            description={`The path is ${parent.typePath}:${step === "" ? "…" : step}. It cannot be changed later.`}
            classNames={{ input: "mono" }}
            {...form.getInputProps("step")}
          />
          <ModeField value={form.values.mode} onChange={(mode) => form.setFieldValue("mode", mode)} />
          <FormEnd saving={create} submitLabel="Create type" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function stepOf(label: string): string {
  return slugOfLabel(label).slice(0, 64);
}

function useCreate(parent: EntityType, onClose: () => void) {
  const weft = useWeft();
  const navigate = useNavigate();
  const forget = useForgetTypes();
  return useMutation({
    mutationFn: ({ label, step, mode }: Draft) =>
      weft.call("create-entity-type", { body: { typePath: `${parent.typePath}:${step}`, label: label.trim(), mode } }),
    onSuccess: ({ id }) => {
      notifyDone("Type created.");
      forget();
      onClose();
      void navigate({ to: "/types/$id", params: { id } });
    },
  });
}
