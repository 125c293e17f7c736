import { Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { OptionSet } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";
import { describeRowChanges, type OptionRow, optionsOf, rowsOf, validateRows } from "./option-rows.ts";
import type { OptionSetUser } from "./option-set-users.ts";
import { OptionsTable } from "./options-table.tsx";
import { PreviewNote } from "./preview-note.tsx";
import { SaveButtons } from "./save-buttons.tsx";
import { useForgetTypes } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface OptionsEditorProps {
  readonly set: OptionSet;
  readonly users: readonly OptionSetUser[];
  readonly isEditable: boolean;
}

/** The options in order. Changes are checked against the stored entities by a dry run, and then saved together. */
export function OptionsEditor({ set, users, isEditable }: OptionsEditorProps) {
  const [name, setName] = useState(set.name);
  const [rows, setRows] = useState<readonly OptionRow[]>(() => rowsOf(set.options));
  const [madeCount, setMadeCount] = useState(0);
  const changes = [...(name.trim() === set.name ? [] : ["new name"]), ...describeRowChanges(set.options, rows)];
  const error = name.trim() === "" ? "Enter a name." : validateRows(rows);
  const { preview, save } = useSaveOptions(set, { name, rows, isWhole: changes.length > 0 && error === undefined });
  const add = () => {
    setMadeCount(madeCount + 1);
    setRows([...rows, { key: `new ${madeCount}`, value: "", display: "" }]);
  };
  const reset = () => {
    setName(set.name);
    setRows(rowsOf(set.options));
  };
  return (
    <Stack gap="md">
      {isEditable && (
        <TextInput label="Name" value={name} maw={420} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      )}
      <OptionsTable rows={rows} onChange={isEditable ? setRows : undefined} />
      {isEditable && (
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
            Add option
          </Button>
        </Group>
      )}
      {(changes.length > 0 || error !== undefined) && (
        <Paper withBorder p="md" component="section" aria-label="Changes">
          <Stack>
            <Text size="sm" fw={600}>
              {error ?? `To be saved: ${changes.join(", ")}.`}
            </Text>
            <PreviewNote preview={preview} isWhole={error === undefined} {...typeOfFirst(users)} />
            {save.error !== null && <ErrorNote error={save.error} />}
            <SaveButtons
              preview={preview}
              isPending={save.isPending}
              saveLabel="Save options"
              onCancel={reset}
              onSave={(force) => save.mutate(force)}
            />
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}

/** The samples are of the first property with invalid entities, which is the only one where there is one. */
function typeOfFirst(users: readonly OptionSetUser[]): { readonly typePath?: string } {
  const [only, ...others] = users;
  return only === undefined || others.length > 0 ? {} : { typePath: only.typePath };
}

interface SaveInput {
  readonly name: string;
  readonly rows: readonly OptionRow[];
  readonly isWhole: boolean;
}

function useSaveOptions(set: OptionSet, { name, rows, isWhole }: SaveInput) {
  const weft = useWeft();
  const forget = useForgetTypes();
  const body = { name: name.trim(), options: optionsOf(rows) };
  const change = (query: { dryRun?: boolean; force?: boolean }, signal?: AbortSignal) =>
    weft.call("update-option-set", { params: { id: set.id }, query, body }, { signal, ifMatch: set.version });
  const preview = usePreview({
    queryKey: ["option-sets", "one", set.id],
    body: isWhole ? body : undefined,
    ask: async (signal) => {
      await change({ dryRun: true }, signal);
      return undefined;
    },
  });
  const save = useMutation({
    mutationFn: (force: boolean) => change(force ? { force } : {}),
    onSuccess: () => {
      notifyDone("Options saved.");
      forget();
    },
  });
  return { preview, save };
}
