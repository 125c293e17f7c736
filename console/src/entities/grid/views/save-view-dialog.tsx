import { Checkbox, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { SavedView } from "@weft/client";
import { queryKeys } from "../../../query-keys.ts";
import { useSession } from "../../../session/session.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useSave } from "../../../ui/use-save.ts";
import { gather } from "../grid-calls.ts";
import { viewRightsOf } from "./view-rights.ts";

/** The name of a view, and who can use it. */
export interface ViewShare {
  readonly name: string;
  readonly scope: SavedView["scope"];
  readonly roles: string[];
  readonly isDefault: boolean;
}

interface SaveViewDialogProps {
  readonly title: string;
  readonly initial: ViewShare;
  readonly onSave: (share: ViewShare) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view and who can use it. */
export function SaveViewDialog({ title, initial, onSave, onClose }: SaveViewDialogProps) {
  const { who } = useSession();
  const { mayShare, isSteward } = viewRightsOf(who);
  const form = useForm({
    initialValues: { ...initial, role: initial.roles[0] ?? null },
    validate: {
      name: (name) => (name.trim() === "" ? "Enter a name." : null),
      role: (role, { scope }) => (scope === "role" && role === null ? "Select a role." : null),
    },
  });
  const saving = useSave({
    save: ({ name, scope, role, isDefault }: typeof form.values) =>
      onSave({
        name: name.trim(),
        scope,
        roles: scope === "role" && role !== null ? [role] : [],
        isDefault: scope === "everyone" && isDefault,
      }),
    stale: [],
    onSaved: onClose,
  });
  return (
    <FormDialog title={title} form={form} saving={saving} submitLabel="Save view" onClose={onClose}>
      <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps("name")} />
      {mayShare && (
        <Radio.Group label="Who can use it" {...form.getInputProps("scope")}>
          <Stack gap={6} mt={4}>
            <Radio value="private" label="Only me" />
            <Radio value="role" label="A role" />
            <Radio value="everyone" label="Everyone" />
          </Stack>
        </Radio.Group>
      )}
      {form.values.scope === "role" && <RoleSelect {...form.getInputProps("role")} />}
      {isSteward && form.values.scope === "everyone" && (
        <Checkbox label="Open it first for everyone" {...form.getInputProps("isDefault", { type: "checkbox" })} />
      )}
    </FormDialog>
  );
}

const builtInRoles = ["owner", "admin", "editor", "viewer"];
const rolesMax = 1000;

/** Administrators select among all roles, others can share with their own. */
function RoleSelect(props: object) {
  const { who, weft } = useSession();
  const { data: own = [] } = useQuery({
    queryKey: queryKeys.roles.names(),
    enabled: who.isAdministrator,
    queryFn: async ({ signal }) =>
      (await gather(weft.entities.all({ entityName: "role", limit: rolesMax, signal }))).map(({ name }) => name),
  });
  const names = who.isAdministrator ? [...builtInRoles, ...own] : who.role === undefined ? [] : [who.role];
  return <Select label="Role" data={names} searchable allowDeselect={false} {...props} />;
}
