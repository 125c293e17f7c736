import { Anchor, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Project } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import type { ProjectSearch } from "./assortment-search.ts";
import { AssortmentTable } from "./assortment-table.tsx";
import { CopyIdentifier } from "./copy-identifier.tsx";
import { CountOf } from "./count-of.tsx";
import { Facts } from "./facts.tsx";
import { ProjectConfiguration } from "./project-configuration.tsx";
import { ProjectItems } from "./project-items.tsx";
import { Workspaces } from "./workspaces.tsx";

const route = getRouteApi("/shell/projects/$id");
type ProjectTab = NonNullable<ProjectSearch["tab"]>;

const tabs: readonly { readonly value: ProjectTab; readonly label: string }[] = [
  { value: "assortments", label: "Assortments" },
  { value: "items", label: "Project items" },
  { value: "workspaces", label: "Workspaces" },
  { value: "configuration", label: "Configuration" },
];

export function ProjectPage() {
  const { id } = route.useParams();
  const weft = useWeft();
  const project = useQuery({
    queryKey: ["entities", "projects", id],
    queryFn: ({ signal }) => weft.entities.get({ entityName: "project", id, signal }),
  });
  return (
    <PageFrame
      title={project.data?.name ?? project.data?.identifier ?? "Project"}
      crumbs={[{ title: "Projects", link: { to: "/projects" } }]}
    >
      <Loaded query={project}>{(found) => <ProjectView project={found} />}</Loaded>
    </PageFrame>
  );
}

function ProjectView({ project }: { readonly project: Project }) {
  const { tab = "assortments" } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (value: string | null) => {
    const next = tabs.find((one) => one.value === value)?.value;
    void navigate({ search: { tab: next === "assortments" ? undefined : next } });
  };
  return (
    <>
      <Facts
        facts={[
          ["Identifier", <CopyIdentifier key="identifier" identifier={project.identifier} />],
          ["Project items", <CountOf key="items" entityName="project-item" projectId={project.id} />],
          ["Assortments", <CountOf key="assortments" entityName="assortment" projectId={project.id} />],
          ["Created", <TimeAgo key="created" time={project.createdOn} />],
          ["All its fields", <EntityLink key="entity" id={project.id} />],
        ]}
      />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="assortments">
          <AssortmentTable projectId={project.id} words={undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="items">
          <ProjectItems projectId={project.id} />
        </Tabs.Panel>
        <Tabs.Panel value="workspaces">
          <Workspaces projectId={project.id} />
        </Tabs.Panel>
        <Tabs.Panel value="configuration">
          <ProjectConfiguration project={project} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function EntityLink({ id }: { readonly id: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: "projects", id }} />}
    >
      Open the entity
    </Anchor>
  );
}
