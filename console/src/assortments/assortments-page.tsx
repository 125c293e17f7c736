import { Button, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Workspace } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { ForRight } from "../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { optionsMax, SearchBox } from "../ui/search-box.tsx";
import { useSave } from "../ui/use-save.ts";
import { AssortmentTable } from "./assortment-table.tsx";
import { allWorkspacesQuery, projectNamesQuery } from "./project-queries.ts";
import { readRelated } from "./read-related.ts";

const route = getRouteApi("/shell/assortments");

export function AssortmentsPage() {
  return (
    <ForRight verb="read" kind="assortment" what="assortments">
      <AllAssortments />
    </ForRight>
  );
}

function AllAssortments() {
  const { who, weft } = useSession();
  const { q, project } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: projects = [] } = useQuery(projectNamesQuery(weft));
  const [isNew, setNew] = useState(false);
  const set = (change: { readonly q?: string | undefined; readonly project?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const newButton = mayDo(who, "create", "assortment") && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
      New assortment
    </Button>
  );
  return (
    <PageFrame
      title="Assortments"
      description="Selections of items that are published as a whole, with a history."
      actions={newButton}
    >
      <Group gap="sm">
        <SearchBox label="Search assortments" words={q ?? ""} onChange={(words) => set({ q: words })} />
        <Select
          aria-label="Project"
          placeholder="All projects"
          data={projects.map(({ id, name, identifier }) => ({ value: id, label: name ?? identifier ?? id }))}
          value={project ?? null}
          onChange={(value) => set({ project: value ?? undefined })}
          clearable
          searchable
          limit={optionsMax}
          flex={{ base: "1 1 160px", sm: "0 1 260px" }}
        />
      </Group>
      <AssortmentTable projectId={project} words={q} action={q === undefined && newButton} />
      {isNew && <NewAssortment projectId={project} onClose={() => setNew(false)} />}
    </PageFrame>
  );
}

interface NewAssortmentProps {
  /** The project of the workspaces; undefined for all. */
  readonly projectId?: string | undefined;
  readonly onClose: () => void;
}

interface AssortmentValues {
  readonly name: string;
  readonly identifier: string;
  readonly workspaceId: string | null;
}

export function NewAssortment({ projectId, onClose }: NewAssortmentProps) {
  const { data: workspaces = [] } = useQuery(allWorkspacesQuery(useWeft()));
  const offered = workspaces.filter((workspace) => projectId === undefined || workspace.projectId === projectId);
  const create = useCreateAssortment();
  const form = useForm<AssortmentValues>({
    initialValues: { name: "", identifier: "", workspaceId: null },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name." : null),
      workspaceId: (value) => (value === null ? "Select a workspace." : null),
    },
  });
  return (
    <FormDialog
      title="New assortment"
      form={form}
      saving={create}
      submitLabel="Create assortment"
      onClose={onClose}
      centered
    >
      <TextInput label="Name" placeholder="Core range" data-autofocus {...form.getInputProps("name")} />
      <Select
        label="Workspace"
        description="Determines the project."
        data={offered.map((workspace) => ({ value: workspace.id, label: labelOf(workspace) }))}
        searchable
        {...form.getInputProps("workspaceId")}
      />
      <TextInput
        label="Identifier"
        description="Used by loader configurations. Default: generated from the name."
        {...form.getInputProps("identifier")}
      />
    </FormDialog>
  );
}

function useCreateAssortment() {
  const weft = useWeft();
  const navigate = useNavigate();
  return useSave({
    save: ({ name, identifier, workspaceId }: AssortmentValues) => {
      const given = identifier.trim() === "" ? {} : { identifier: identifier.trim() };
      return weft.entities.create({ entityName: "assortment", object: { name: name.trim(), workspaceId, ...given } });
    },
    stale: [queryKeys.entities.all()],
    onSaved: ({ id }) => navigate({ to: "/assortments/$id", params: { id } }),
  });
}

function labelOf(workspace: Workspace): string {
  const name = workspace.name ?? workspace.identifier ?? workspace.id;
  const project = readRelated(workspace["project"])?.name;
  return project === undefined || project === name ? name : `${project} › ${name}`;
}
