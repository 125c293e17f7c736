import { Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { readOptions } from "./option-rows.ts";

export function NewOptionSet({ onClose }: { readonly onClose: () => void }) {
  const weft = useWeft();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: "", lines: "" },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name, such as Genders." : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, lines }: { readonly name: string; readonly lines: string }) =>
      weft.call("create-option-set", { body: { name: name.trim(), options: readOptions(lines) } }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ["option-sets"] });
      void navigate({ to: "/option-sets/$id", params: { id } });
    },
  });
  return (
    <Modal opened onClose={onClose} title="New option set">
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          <TextInput label="Name" placeholder="Genders" data-autofocus {...form.getInputProps("name")} />
          <Textarea
            label="Options"
            description="One per line: the value, then a comma or a tab and its label. Default label: the value."
            placeholder={"women, Women\nmen, Men"}
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps("lines")}
          />
          <FormEnd saving={create} submitLabel="Create option set" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
