import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { useSave } from "../ui/use-save.ts";
import { slugOfLabel } from "./property-draft.ts";
import { staleAfterTypeChange } from "./use-change-type.ts";

interface NewTypeProps {
  /** The types that it can be below; the first one is selected. */
  readonly parents: readonly EntityType[];
  readonly onClose: () => void;
}

interface Draft {
  readonly parentPath: string;
  readonly label: string;
  readonly step: string;
  /** Undefined: as the parent. */
  readonly mode: "open" | "strict" | undefined;
}

export function NewType({ parents, onClose }: NewTypeProps) {
  const form = useForm<Draft>({
    initialValues: { parentPath: parents[0]?.typePath ?? "", label: "", step: "", mode: undefined },
    validate: {
      label: (value) => (value.trim() === "" ? "Enter a label, such as Apparel." : null),
      step: (value) => (/^[A-Za-z0-9_-]{1,64}$/.test(value) ? null : "Letters, digits, _ and -, up to 64."),
    },
  });
  const { label, step, parentPath } = form.values;
  const parent = parents.find(({ typePath }) => typePath === parentPath);
  const mode = form.values.mode ?? parent?.mode ?? "open";
  const create = useCreate(mode, onClose);
  return (
    <FormDialog
      title={parents.length > 1 ? "New type" : `New subtype of ${parent?.label ?? parentPath}`}
      form={form}
      saving={create}
      submitLabel="Create type"
      onClose={onClose}
    >
      {parents.length > 1 && (
        <Select
          label="Below"
          description="The new type inherits the properties of this one."
          data={parents.map((one) => ({ value: one.typePath, label: `${one.label} (${one.typePath})` }))}
          searchable
          allowDeselect={false}
          value={parentPath}
          onChange={(path) => form.setFieldValue("parentPath", path ?? parentPath)}
        />
      )}
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
        description={`The path is ${parentPath}:${step === "" ? "…" : step}. It cannot be changed later.`}
        classNames={{ input: "mono" }}
        {...form.getInputProps("step")}
      />
      <ModeField value={mode} onChange={(chosen) => form.setFieldValue("mode", chosen)} />
    </FormDialog>
  );
}

function stepOf(label: string): string {
  return slugOfLabel(label).slice(0, 64);
}

function useCreate(mode: "open" | "strict", onClose: () => void) {
  const weft = useWeft();
  const navigate = useNavigate();
  return useSave({
    save: ({ parentPath, label, step }: Draft) =>
      weft.call("create-entity-type", { body: { typePath: `${parentPath}:${step}`, label: label.trim(), mode } }),
    message: () => "Type created.",
    stale: staleAfterTypeChange(),
    onSaved: ({ id }) => {
      onClose();
      void navigate({ to: "/types/$id", params: { id } });
    },
  });
}

interface ModeFieldProps {
  readonly value: "open" | "strict";
  readonly onChange: (mode: "open" | "strict") => void;
}

export function ModeField({ value, onChange }: ModeFieldProps) {
  return (
    <Radio.Group label="Mode" value={value} onChange={(mode) => onChange(mode === "strict" ? "strict" : "open")}>
      <Stack gap="xs" mt="xs">
        <Radio value="open" label="Open" description="Accepts undefined properties and new subtypes." />
        <Radio value="strict" label="Strict" description="Rejects both, and suggests the closest match." />
      </Stack>
    </Radio.Group>
  );
}
