import { Checkbox, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { notifyDone } from "../ui/notify.ts";
import { keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";
import { passwordError } from "./password-error.ts";
import { RoleField } from "./role-field.tsx";

interface UserValues {
  readonly name: string;
  readonly role: string;
  readonly password: string;
  readonly revokeKeys: boolean;
}

export function EditUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const save = useSaveUser(user, onClose);
  const form = useForm<UserValues>({
    initialValues: { name: user.name, role: user.role, password: "", revokeKeys: false },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name." : null),
      password: (value) => (value === "" ? null : passwordError(value)),
    },
  });
  const endsSessions = form.values.role !== user.role || form.values.password !== "";
  return (
    <Modal opened onClose={onClose} title={`Edit ${user.email}`} centered>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate autoComplete="off">
        <Stack>
          <RoleField
            label="Role"
            value={form.values.role}
            onChange={(role) => form.setFieldValue("role", role ?? user.role)}
          />
          <TextInput label="Name" {...form.getInputProps("name")} />
          <PasswordInput
            label="New password"
            description="Leave empty to keep the current password."
            autoComplete="new-password"
            {...form.getInputProps("password")}
          />
          {endsSessions && (
            <Text size="sm" c="dimmed">
              Changing the role or password signs the user out everywhere. API keys stay valid.
            </Text>
          )}
          {form.values.password !== "" && (
            <RevokeKeys user={user} {...form.getInputProps("revokeKeys", { type: "checkbox" })} />
          )}
          <FormEnd saving={save} submitLabel="Save" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Someone who knew the old password may have created a key. */
function RevokeKeys({ user, ...input }: { readonly user: User; readonly checked?: boolean }) {
  const keys = useQuery(keysQuery(useWeft()));
  const live = (keys.data ?? []).filter((key) => key.userId === user.id && passesFilter(key, "live", Date.now()));
  return live.length === 0 ? null : (
    <Checkbox
      label="Revoke the user's API keys too"
      description={live.map(({ label, secretHint }) => `${label} (${secretHint})`).join(", ")}
      {...input}
    />
  );
}

function useSaveUser(user: User, onClose: () => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, role, password, revokeKeys }: UserValues) => {
      const body = { name: name.trim(), role, ...(password === "" ? {} : { password, revokeKeys }) };
      return weft.call("update-user", { params: { id: user.id }, body }, { ifMatch: user.version });
    },
    onSuccess: async () => {
      notifyDone(`${user.email} saved.`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["users"] });
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
  });
}
