import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Project } from "@weft/client";
import { ForRight } from "../access/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { AssortmentTable } from "./assortment-table.tsx";
import { CopyIdentifier } from "./copy-identifier.tsx";
import { CountOf } from "./count-of.tsx";
import { Facts } from "./facts.tsx";
import { ProjectConfiguration } from "./project-configuration.tsx";
import { ProjectItems } from "./project-items.tsx";
import { TabViews } from "./tab-views.tsx";
import { Workspaces } from "./workspaces.tsx";

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
