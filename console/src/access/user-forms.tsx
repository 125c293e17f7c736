import { Checkbox, PasswordInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { User } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { useSave } from "../ui/use-save.ts";
import { keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";
import { RoleField } from "./role-field.tsx";

interface UserDraft {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly way: "password" | "sso";
  readonly password: string;
}

export function NewUser({ onClose }: { readonly onClose: () => void }) {
  const { org } = useSession().who;
  const create = useCreateUser(onClose);
  const form = useForm<UserDraft>({
    initialValues: { email: "", name: "", role: "viewer", way: "password", password: "" },
    validate: {
      email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : "Enter an email address, such as ada@example.com."),
      password: (value, { way }) => (way === "sso" ? null : passwordError(value)),
    },
  });
  return (
    <FormDialog
      title="New user"
      form={form}
      saving={create}
      submitLabel="Create user"
      onClose={onClose}
      centered
      autoComplete="off"
    >
      <TextInput label="Email" type="email" data-autofocus autoComplete="off" {...form.getInputProps("email")} />
      <TextInput label="Name" description="Default: the email address." {...form.getInputProps("name")} />
      <RoleField
        label="Role"
        value={form.values.role}
        onChange={(role) => form.setFieldValue("role", role ?? "viewer")}
      />
      <Radio.Group label="Sign-in method" {...form.getInputProps("way")}>
        <Stack gap="xs" mt={6}>
          <Radio value="password" label="Password" description="You set the first password and pass it on." />
          <Radio value="sso" label="Single sign-on only" description="Requires single sign-on for the organization." />
        </Stack>
      </Radio.Group>
      {form.values.way === "password" && (
        <PasswordInput
          label="First password"
          description={`For signing in to ${org.slug}. At least 12 characters.`}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
      )}
    </FormDialog>
  );
}

function useCreateUser(onClose: () => void) {
  const { weft } = useSession();
  return useSave({
    save: ({ email, name, role, way, password }: UserDraft) => {
      const body = {
        email: email.trim(),
        role,
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        ...(way === "password" ? { password } : {}),
      };
      return weft.call("create-user", { body });
    },
    message: ({ email }) => `${email} can now sign in.`,
    stale: [queryKeys.users.all()],
    onSaved: onClose,
  });
}

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
    <FormDialog
      title={`Edit ${user.email}`}
      form={form}
      saving={save}
      submitLabel="Save"
      onClose={onClose}
      centered
      autoComplete="off"
    >
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
    </FormDialog>
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
  return useSave({
    save: ({ name, role, password, revokeKeys }: UserValues) => {
      const body = { name: name.trim(), role, ...(password === "" ? {} : { password, revokeKeys }) };
      return weft.call("update-user", { params: { id: user.id }, body }, { ifMatch: user.version });
    },
    message: () => `${user.email} saved.`,
    stale: [queryKeys.users.all(), queryKeys.keys.all()],
    onSaved: onClose,
  });
}

const lettersMin = 12;

function passwordError(password: string): string | null {
  return password.length < lettersMin ? `Enter at least ${lettersMin} characters.` : null;
}
