import { Modal, PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { notifyDone } from "../ui/notify.ts";
import { passwordError } from "./password-error.ts";
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
    <Modal opened onClose={onClose} title="New user" centered>
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate autoComplete="off">
        <Stack>
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
              <Radio
                value="sso"
                label="Single sign-on only"
                description="Requires single sign-on for the organization."
              />
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
          <FormEnd saving={create} submitLabel="Create user" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function useCreateUser(onClose: () => void) {
  const { weft } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, name, role, way, password }: UserDraft) => {
      const body = {
        email: email.trim(),
        role,
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        ...(way === "password" ? { password } : {}),
      };
      return weft.call("create-user", { body });
    },
    onSuccess: async ({ email }) => {
      notifyDone(`${email} can now sign in.`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["users"] });
    },
  });
}
