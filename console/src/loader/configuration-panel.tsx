import { Alert, Button, Card, Group, List, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { CodeEditor } from "../ui/code-editor.tsx";
import { Icon } from "../ui/icon.tsx";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { hiddenParts, parseConfiguration, writeConfiguration } from "./load-configuration.ts";
import { ReuseConfiguration } from "./reuse-configuration.tsx";
import type { LoadDraft } from "./use-load-draft.ts";

/** The configuration as JSON: it and the form can both be edited, and stay in sync. */
export function ConfigurationPanel({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, mapped } = draft;
  const hidden = hiddenParts(configuration, mapped.headers);
  return (
    <Card withBorder padding="md">
      <Stack>
        <Group align="flex-end">
          <ReuseConfiguration draft={draft} />
          <SaveConfiguration draft={draft} />
        </Group>
        <ConfigurationText draft={draft} />
        {hidden.length > 0 && (
          <Alert color="weft" variant="outline" icon={<Icon name="info" />} title="The form does not show all settings">
            <List size="sm">
              {hidden.map((part) => (
                <List.Item key={part}>{part}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </Card>
  );
}

/** Typed text is applied as soon as it is a configuration; until then the form keeps the last valid one. */
function ConfigurationText({ draft: { configuration, change } }: { readonly draft: LoadDraft }) {
  const written = writeConfiguration(configuration);
  const [text, setText] = useState(written);
  const [error, setError] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only changes from the form replace the typed text.
  useEffect(() => {
    const typed = parseConfiguration(text);
    const isSame = "configuration" in typed && writeConfiguration(typed.configuration) === written;
    if (!isSame) {
      setText(written);
      setError(undefined);
    }
  }, [written]);
  const take = (next: string) => {
    setText(next);
    const typed = parseConfiguration(next);
    setError("error" in typed ? typed.error : undefined);
    if ("configuration" in typed && writeConfiguration(typed.configuration) !== written) change(typed.configuration);
  };
  return (
    <CodeEditor
      label="Configuration"
      description="Changes here update the form below, and vice versa."
      language="json"
      value={text}
      onChange={take}
      error={error === undefined ? undefined : `${error} The form shows the last valid configuration.`}
      minHeight={220}
    />
  );
}

/** Saved as a file, which other loads and the command line can use. */
function SaveConfiguration({ draft: { configuration, file } }: { readonly draft: LoadDraft }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [name, setName] = useState(file.fileName.replace(/\.\w+$/, ""));
  const save = useMutation({
    mutationFn: () =>
      weft.files.upload({
        file: writeConfiguration(configuration),
        fileName: `${name.trim()}.load.json`,
        contentType: "application/json",
      }),
    onSuccess: ({ fileName }) => {
      notifyDone(`Saved as ${fileName}. Other loads can use it.`);
      void queryClient.invalidateQueries({ queryKey: queryKeys.files.configurations() });
    },
    onError: notifyError,
  });
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label="File name"
        size="xs"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        disabled={name.trim() === ""}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Save configuration
      </Button>
    </Group>
  );
}
