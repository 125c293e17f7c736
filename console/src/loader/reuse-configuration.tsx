import { Group, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { LoaderProcessCreate, Weft } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { notifyError } from "../ui/notify.ts";
import { formatTime } from "../ui/time-ago.tsx";
import { DeleteConfiguration } from "./delete-configuration.tsx";
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
    queryKey: ["files", "configurations"],
    queryFn: async ({ signal }) => (await listFiles(weft, signal)).results,
  });
  const loads = useQuery({
    queryKey: ["loads", "to-reuse"],
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
