import { Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { LoaderProcessCreate, Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { notifyFault } from "../ui/notify.ts";
import { formatTime } from "../ui/time-ago.tsx";
import { describeLoadType } from "./load-combinations.ts";
import { configurationOf, parseConfiguration } from "./load-configuration.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const loadsShown = 20;
const filesShown = 50;

/** Takes the configuration of a file that was saved, or of a former load. */
export function ReuseConfiguration({ draft: { change } }: { readonly draft: LoadDraft }) {
  const weft = useWeft();
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
    onSuccess: change,
    onError: notifyFault,
  });
  return (
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
          items: (files.data ?? []).map(({ id, fileName }) => ({ value: `file ${id}`, label: fileName })),
        },
        {
          group: "Former loads",
          items: (loads.data ?? []).map(({ id, loadType, createdOn }) => ({
            value: `load ${id}`,
            label: `${describeLoadType(loadType)}, ${formatTime(createdOn)}`,
          })),
        },
      ]}
      w={{ base: "100%", sm: 300 }}
    />
  );
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
  if ("fault" in typed) throw new Error(`This file holds no configuration. ${typed.fault}`);
  return configurationOf(typed.configuration);
}
