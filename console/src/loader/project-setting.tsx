import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { identified } from "./identified.ts";
import { tidy } from "./tidy-configuration.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** The project that takes the project items. It can be left to the assortments where there are some. */
export function ProjectSetting({ draft: { configuration, change } }: { readonly draft: LoadDraft }) {
  const weft = useWeft();
  const { data: workspaces = [] } = useQuery({
    queryKey: ["workspaces", "of-loads"],
    queryFn: async ({ signal }) =>
      (await weft.entities.list({ entityName: "workspace", limit: 1_000, relations: ["project"], signal })).results,
  });
  const { workspaceIdentifier, loadType = [], ...rest } = configuration;
  const known = identified(workspaces);
  const isOther = workspaceIdentifier !== undefined && !known.some(({ value }) => value === workspaceIdentifier);
  const data = isOther ? [...known, { value: workspaceIdentifier, label: workspaceIdentifier }] : known;
  return (
    <Select
      label="Project"
      description={
        loadType.includes("ASSORTMENT")
          ? "Left out, it is the project of the assortments."
          : "The project items are made in this project."
      }
      placeholder="Choose a project"
      data={data}
      value={workspaceIdentifier ?? null}
      clearable
      searchable
      onChange={(value) =>
        change(tidy({ ...rest, loadType, ...(value === null ? {} : { workspaceIdentifier: value }) }))
      }
      maw={420}
    />
  );
}
