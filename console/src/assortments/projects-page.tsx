import { Anchor, Button, Code, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { Project } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { ForRight } from "../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { CountOf } from "./facts.tsx";
import { readRelated } from "./read-related.ts";

const route = getRouteApi("/shell/projects");

export function ProjectsPage() {
  return (
    <ForRight verb="read" kind="project" what="projects">
      <AllProjects />
    </ForRight>
  );
}

function AllProjects() {
  const { who, weft } = useSession();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const listing = useListing({
    queryKey: queryKeys.projects.list(q),
    read: (nextPageKey, signal) =>
      weft.entities.list({ entityName: "project", q, relations: ["rootWorkspace"], nextPageKey, signal }),
  });
  const newButton = mayDo(who, "create", "project") && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
      New project
    </Button>
  );
  return (
    <PageFrame
      title="Seasons"
      description="A season is a project with its items and assortments; so is a collection."
      actions={newButton}
    >
      <Group>
        <SearchBox
          label="Search projects"
          words={q ?? ""}
          onChange={(words) => void navigate({ search: { q: words }, replace: true })}
        />
      </Group>
      <ListTable
        isOneLine
        label="Projects"
        listing={listing}
        columns={columns}
        rowKey={(project) => project.id}
        onOpen={({ id }) => void navigate({ to: "/projects/$id", params: { id } })}
        empty={
          <EmptyState
            icon="project"
            title={q === undefined ? "No projects yet" : "No matching projects"}
            action={q === undefined && newButton}
          >
            {q === undefined
              ? "A project contains seasonal data. Its root workspace is created with it, and loader configurations refer to it by its identifier."
              : "Try a different search."}
          </EmptyState>
        }
      />
      {isNew && <NewProject onClose={() => setNew(false)} />}
    </PageFrame>
  );
}

const columns: readonly ListColumn<Project>[] = [
  {
    title: "Name",
    render: ({ id, name, identifier }) => (
      <Anchor size="sm" fw={550} renderRoot={(props) => <Link {...props} to="/projects/$id" params={{ id }} />}>
        {name ?? identifier ?? id}
      </Anchor>
    ),
  },
  { title: "Identifier", render: ({ identifier }) => <Code>{identifier}</Code> },
  { title: "Root workspace", render: (project) => readRelated(project["rootWorkspace"])?.name ?? "–" },
  { title: "Project items", align: "right", render: ({ id }) => <CountOf entityName="project-item" projectId={id} /> },
  { title: "Assortments", align: "right", render: ({ id }) => <CountOf entityName="assortment" projectId={id} /> },
  { title: "Changed", render: ({ updatedOn }) => <TimeAgo time={updatedOn} /> },
];

interface ProjectValues {
  readonly name: string;
  readonly identifier: string;
}

export function NewProject({ onClose }: { readonly onClose: () => void }) {
  const weft = useWeft();
  const navigate = useNavigate();
  const form = useForm<ProjectValues>({
    initialValues: { name: "", identifier: "" },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name, such as Autumn/Winter 2026." : null) },
  });
  const create = useSave({
    save: ({ name, identifier }: ProjectValues) => {
      const object = { name: name.trim(), ...(identifier.trim() === "" ? {} : { identifier: identifier.trim() }) };
      return weft.entities.create({ entityName: "project", object });
    },
    stale: [queryKeys.entities.all()],
    onSaved: ({ id }) => navigate({ to: "/projects/$id", params: { id } }),
  });
  return (
    <FormDialog title="New project" form={form} saving={create} submitLabel="Create project" onClose={onClose} centered>
      <TextInput label="Name" placeholder="Autumn/Winter 2026" data-autofocus {...form.getInputProps("name")} />
      <TextInput
        label="Identifier"
        description="Used by loader configurations. Default: generated from the name."
        placeholder="aw26"
        {...form.getInputProps("identifier")}
      />
    </FormDialog>
  );
}
