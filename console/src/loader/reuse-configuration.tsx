import { ActionIcon, Group, Select, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { File, LoaderProcessCreate, Weft } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { formatTime } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyError } from "../ui/notify.ts";
import { describeLoadType } from "./load-combinations.ts";
import { configurationOf, parseConfiguration } from "./load-configuration.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const loadsShown = 20;
const filesShown = 50;

/** Uses the configuration of a saved file, or of an earlier load. The saved file can be deleted. */
export function ReuseConfiguration({ draft: { change } }: { readonly draft: LoadDraft }) {
  const weft = useWeft();
  const [taken, setTaken] = useState<string>();
  const files = useQuery({
    queryKey: queryKeys.files.configurations(),
    queryFn: async ({ signal }) => (await listFiles(weft, signal)).results,
  });
  const loads = useQuery({
    queryKey: queryKeys.loads.toReuse(),
    queryFn: async ({ signal }) => (await listLoads(weft, signal)).results,
  });
  const take = useMutation({
    mutationFn: (choice: string) => readChoice(weft, choice),
    onSuccess: (configuration, choice) => {
      change(configuration);
      setTaken(choice);
    },
    onError: notifyError,
  });
  const saved = files.data?.find(({ id }) => choiceOf("file", id) === taken);
  return (
    <Group align="flex-end" gap={4} wrap="nowrap">
      <Select
        label="Use another configuration"
        size="xs"
        placeholder="A saved one, or that of a load"
        searchable
        value={null}
        onChange={(choice) => choice !== null && take.mutate(choice)}
        data={[
          {
            group: "Saved",
            items: (files.data ?? []).map(({ id, fileName, createdOn }) => ({
              value: choiceOf("file", id),
              label: `${fileName}, ${formatTime(createdOn)}`,
            })),
          },
          {
            group: "Earlier loads",
            items: (loads.data ?? []).map(({ id, loadType, createdOn }) => ({
              value: choiceOf("load", id),
              label: `${describeLoadType(loadType)}, ${formatTime(createdOn)}`,
            })),
          },
        ]}
        w={{ base: "100%", sm: 300 }}
      />
      {saved !== undefined && <DeleteConfiguration file={saved} />}
    </Group>
  );
}

function choiceOf(kind: "file" | "load", id: string): string {
  return `${kind} ${id}`;
}

const newestFirst = { orderField: "createdOn", order: "desc" } as const;

function listFiles(weft: Weft, signal: AbortSignal) {
  return weft.files.list({
    criteria: { fileName: { contains: ".json" } },
    order: newestFirst,
    limit: filesShown,
    signal,
  });
}

function listLoads(weft: Weft, signal: AbortSignal) {
  return weft.loader.list({ criteria: { dryRun: { ne: true } }, order: newestFirst, limit: loadsShown, signal });
}

async function readChoice(weft: Weft, choice: string): Promise<LoaderProcessCreate> {
  const [kind, id = ""] = choice.split(" ");
  if (kind === "load") return configurationOf(await weft.loader.get({ id }));
  const typed = parseConfiguration(await (await weft.files.download({ id })).text());
  if ("error" in typed) throw new Error(`This file does not contain a configuration. ${typed.error}`);
  return configurationOf(typed.configuration);
}

/** Deletes the file of a saved configuration. The form keeps its settings. */
function DeleteConfiguration({ file }: { readonly file: Pick<File, "id" | "fileName"> }) {
  const weft = useWeft();
  const [isOpen, { open, close }] = useDisclosure(false);
  const label = `Delete saved configuration ${file.fileName}`;
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon variant="default" size={30} aria-label={label} onClick={open}>
          <Icon name="trash" size={16} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={label}
        confirmLabel="Delete file"
        act={() => weft.files.delete({ id: file.id })}
        message={`${file.fileName} deleted.`}
        stale={[queryKeys.files.configurations()]}
      >
        <Text size="sm">
          Loads that use this file, including those of the command line, will be rejected. The form keeps its settings.
        </Text>
      </ConfirmDialog>
    </>
  );
}
