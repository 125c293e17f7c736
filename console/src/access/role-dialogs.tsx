import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Right, Role } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { useSave } from "../ui/use-save.ts";
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
    <FormDialog
      title={role === undefined ? "New role" : `Edit role ${role.name}`}
      form={form}
      saving={save}
      submitLabel={role === undefined ? "Create role" : "Save"}
      onClose={onClose}
      size="lg"
    >
      {role === undefined && (
        <TextInput label="Name" placeholder="buyers" data-autofocus {...form.getInputProps("name")} />
      )}
      <RightsEditor rights={form.values.rights} onChange={(rights) => form.setFieldValue("rights", rights)} />
      {form.errors["rights"] !== undefined && (
        <Text size="sm" c="var(--weft-bad)" role="alert">
          {form.errors["rights"]}
        </Text>
      )}
    </FormDialog>
  );
}

function useSaveRole(role: Role | undefined, onClose: () => void) {
  const weft = useWeft();
  return useSave({
    save: ({ name, rights }: RoleValues) =>
      role === undefined
        ? weft.call("create-role", { body: { name, rights: [...rights] } })
        : weft.call(
            "update-role",
            { params: { id: role.id }, body: { rights: [...rights] } },
            { ifMatch: role.version },
          ),
    message: ({ name }) => `Role ${name} saved.`,
    stale: [queryKeys.roles.all()],
    onSaved: onClose,
  });
}

export function DeleteRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const weft = useWeft();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete role ${role.name}`}
      confirmLabel="Delete role"
      act={() => weft.call("delete-role", { params: { id: role.id } })}
      message={`Role ${role.name} deleted.`}
      stale={[queryKeys.roles.all()]}
    >
      <Text size="sm">A role that users have cannot be deleted. The history keeps its permissions.</Text>
    </ConfirmDialog>
  );
}
