import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Right, Role } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
import { findRightsError } from "./grant.ts";
import { RightsEditor } from "./rights-editor.tsx";

interface RoleValues {
  readonly name: string;
  readonly rights: readonly Right[];
}

interface EditRoleProps {
  /** Undefined to create one. */
  readonly role?: Role;
  readonly onClose: () => void;
}

const startingRights: readonly Right[] = [{ verbs: ["read"], typePath: "*" }];

/** A role keeps its name: users and single sign-on refer to it. */
export function EditRole({ role, onClose }: EditRoleProps) {
  const save = useSaveRole(role, onClose);
  const form = useForm<RoleValues>({
    initialValues: { name: role?.name ?? "", rights: role?.rights ?? startingRights },
    validate: {
      name: (value) =>
        /^[a-z0-9][a-z0-9-]{0,62}$/.test(value) ? null : "Lowercase letters, digits and hyphens, such as buyers.",
      rights: (value) => findRightsError(value) ?? null,
    },
  });
  return (
    <Modal opened onClose={onClose} title={role === undefined ? "New role" : `Edit role ${role.name}`} size="lg">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack>
          {role === undefined && (
            <TextInput label="Name" placeholder="buyers" data-autofocus {...form.getInputProps("name")} />
          )}
          <RightsEditor rights={form.values.rights} onChange={(rights) => form.setFieldValue("rights", rights)} />
          {form.errors["rights"] !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {form.errors["rights"]}
            </Text>
          )}
          {save.error !== null && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {role === undefined ? "Create role" : "Save"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useSaveRole(role: Role | undefined, onClose: () => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, rights }: RoleValues) =>
      role === undefined
        ? weft.call("create-role", { body: { name, rights: [...rights] } })
        : weft.call(
            "update-role",
            { params: { id: role.id }, body: { rights: [...rights] } },
            { ifMatch: role.version },
          ),
    onSuccess: async ({ name }) => {
      notifyDone(`Role ${name} saved.`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["roles"] });
    },
  });
}
