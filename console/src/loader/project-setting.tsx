import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { identified } from "./identified.ts";
import { tidy } from "./tidy-configuration.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** The project of the project items. Optional where assortments imply it. */
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
          ? "Default: the project of the assortments."
          : "Project items are created in this project."
      }
      placeholder="Select a project"
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
