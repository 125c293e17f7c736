import { Anchor, Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { wholeListing } from "../ui/whole-listing.ts";
import { projectWorkspacesQuery } from "./project-queries.ts";
import { type TreeRow, workspaceTree } from "./workspace-tree.ts";

export function Workspaces({ projectId }: { readonly projectId: string }) {
  const listing = wholeListing(useQuery({ ...projectWorkspacesQuery(useWeft(), projectId), select: workspaceTree }));
  return (
    <ListTable
      isOneLine
      label="Workspaces"
      listing={listing}
      columns={columns}
      rowKey={({ workspace }) => workspace.id}
      empty={
        <EmptyState icon="project" title="No readable workspaces">
          A project has at least its root workspace. Your role may not read workspaces.
        </EmptyState>
      }
    />
  );
}

const indent = 24;

const columns: readonly ListColumn<TreeRow>[] = [
  {
    title: "Workspace",
    render: ({ workspace: { id, name, identifier }, depth }) => (
      <span style={{ paddingInlineStart: depth * indent, whiteSpace: "nowrap" }}>
        <Anchor
          size="sm"
          fw={depth === 0 ? 600 : 500}
          renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: "workspaces", id }} />}
        >
          {name ?? identifier ?? id}
        </Anchor>
      </span>
    ),
  },
  { title: "Identifier", render: ({ workspace }) => <Code>{workspace.identifier}</Code> },
  { title: "Id", render: ({ workspace }) => <ShortId id={workspace.id} /> },
];
