import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";

interface ProjectValues {
  readonly name: string;
  readonly identifier: string;
}

export function NewProject({ onClose }: { readonly onClose: () => void }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ProjectValues>({
    initialValues: { name: "", identifier: "" },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name, such as Autumn/Winter 2026." : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, identifier }: ProjectValues) => {
      const object = { name: name.trim(), ...(identifier.trim() === "" ? {} : { identifier: identifier.trim() }) };
      return weft.entities.create({ entityName: "project", object });
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ["entities"] });
      await navigate({ to: "/projects/$id", params: { id } });
    },
  });
  return (
    <Modal opened onClose={onClose} title="New project" centered>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          <TextInput label="Name" placeholder="Autumn/Winter 2026" data-autofocus {...form.getInputProps("name")} />
          <TextInput
            label="Identifier"
            description="Used by loader configurations. Default: generated from the name."
            placeholder="aw26"
            {...form.getInputProps("identifier")}
          />
          <FormEnd saving={create} submitLabel="Create project" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
