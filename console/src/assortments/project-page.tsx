import { Anchor, Code, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Project } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { ForRight } from "../session/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { CopyField, CopyText, ShortId } from "../ui/copy-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { wholeListing } from "../ui/use-listing.ts";
import { AssortmentTable } from "./assortment-table.tsx";
import { CopyIdentifier, CountOf, Facts } from "./facts.tsx";
import { assortmentSnippet, projectItemSnippet } from "./loader-snippet.ts";
import { ProjectItems } from "./project-items.tsx";
import { projectAssortmentsQuery, projectWorkspacesQuery } from "./project-queries.ts";
import { TabViews } from "./tab-views.tsx";
import { type TreeRow, workspaceTree } from "./workspace-tree.ts";

const route = getRouteApi("/shell/projects/$id");

export function ProjectPage() {
  return (
    <ForRight verb="read" kind="project" what="projects">
      <OneProject />
    </ForRight>
  );
}

function OneProject() {
  const { id } = route.useParams();
  const weft = useWeft();
  const project = useQuery({
    queryKey: queryKeys.projects.one(id),
    queryFn: ({ signal }) => weft.entities.get({ entityName: "project", id, signal }),
  });
  return (
    <PageFrame
      title={project.data?.name ?? project.data?.identifier ?? "Project"}
      crumbs={[{ title: "Seasons", link: { to: "/projects" } }]}
    >
      <Loaded query={project}>{(found) => <ProjectView project={found} />}</Loaded>
    </PageFrame>
  );
}

function ProjectView({ project }: { readonly project: Project }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <Facts
        facts={[
          ["Identifier", <CopyIdentifier key="identifier" identifier={project.identifier} />],
          ["Project items", <CountOf key="items" entityName="project-item" projectId={project.id} />],
          ["Assortments", <CountOf key="assortments" entityName="assortment" projectId={project.id} />],
          ["Created", <TimeAgo key="created" time={project.createdOn} />],
          ["All fields", <EntityLink key="entity" id={project.id} />],
        ]}
      />
      <TabViews
        tab={tab}
        onChoose={(next) => void navigate({ search: { tab: next } })}
        views={[
          {
            value: "assortments",
            label: "Assortments",
            content: <AssortmentTable projectId={project.id} words={undefined} />,
          },
          { value: "items", label: "Project items", content: <ProjectItems projectId={project.id} /> },
          { value: "workspaces", label: "Workspaces", content: <Workspaces projectId={project.id} /> },
          { value: "configuration", label: "Configuration", content: <ProjectConfiguration project={project} /> },
        ]}
      />
    </>
  );
}

function EntityLink({ id }: { readonly id: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: "projects", id }} />}
    >
      Open entity
    </Anchor>
  );
}

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

/** Long lists are in the tabs; these are the ones that a configuration is likely to use. */
const shownMax = 50;

/** The values that an integration needs, and a configuration that uses them. */
export function ProjectConfiguration({ project }: { readonly project: Project }) {
  const weft = useWeft();
  const [workspaces, assortments] = useQueries({
    queries: [projectWorkspacesQuery(weft, project.id), projectAssortmentsQuery(weft, project.id)],
  });
  const identifier = project.identifier ?? "";
  const folders = (workspaces.data ?? []).filter(({ id }) => id !== project.rootWorkspaceId).slice(0, shownMax);
  const loaded = (assortments.data ?? []).filter(
    ({ composedFromAssortmentIds = [] }) => composedFromAssortmentIds.length === 0,
  );
  const targets = loaded.slice(0, shownMax).map(({ name = "", identifier: own = "" }) => ({ name, identifier: own }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} fz="md">
            Values
          </Title>
          <CopyField
            label="identifier"
            description="The workspaceIdentifier of loads. The project and its root workspace share it."
            value={identifier}
          />
          <CopyField label="Project id" value={project.id} />
          <CopyField label="Root workspace id" value={project.rootWorkspaceId ?? ""} />
          <Identifiers
            title="Child workspaces"
            rows={folders.map(({ name = "", identifier: own = "" }) => ({ name, identifier: own }))}
          />
          <Identifiers title="Assortments" rows={targets} />
        </Stack>
      </Paper>
      <Paper withBorder p="md" style={{ minWidth: 0 }}>
        <Stack>
          <Title order={2} fz="md">
            Loader configurations
          </Title>
          <Text size="sm" c="dimmed">
            Replace Style, SKU, Style Name and Colour with your own column names, save it as line.json beside the CSV,
            and run it.
          </Text>
          <CopyText label="Items and project items" text={projectItemSnippet(identifier)} />
          {targets.length > 0 && (
            <CopyText
              label="With assortments, by the column Assortment"
              text={assortmentSnippet(identifier, targets)}
            />
          )}
          <CopyText label="Try it" text="npx @weft/cli load line.csv line.json --dry-run" />
        </Stack>
      </Paper>
    </SimpleGrid>
  );
}

interface IdentifiersProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly identifier: string }[];
}

function Identifiers({ title, rows }: IdentifiersProps) {
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        {title}, by identifier
      </Title>
      {rows.map(({ name, identifier }) => (
        <CopyField key={identifier} label={name} value={identifier} />
      ))}
    </Stack>
  );
}
