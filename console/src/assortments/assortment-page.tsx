import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Assortment, AssortmentSummary } from "@weft/client";
import { ForRight } from "../access/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { AssortmentConfiguration } from "./assortment-configuration.tsx";
import { assortmentQuery } from "./assortment-queries.ts";
import { CopyIdentifier } from "./copy-identifier.tsx";
import { Facts } from "./facts.tsx";
import { Members } from "./members.tsx";
import { PublishButton } from "./publish-button.tsx";
import { PublishHistory } from "./publish-history.tsx";
import { type Related, readRelated, readSummary } from "./read-related.ts";
import { TabViews } from "./tab-views.tsx";

const route = getRouteApi("/shell/assortments/$id");

export function AssortmentPage() {
  return (
    <ForRight verb="read" kind="assortment" what="assortments">
      <OneAssortment />
    </ForRight>
  );
}

function OneAssortment() {
  const { id } = route.useParams();
  const assortment = useQuery(assortmentQuery(useWeft(), id));
  const { data } = assortment;
  return (
    <PageFrame
      title={data?.name ?? data?.identifier ?? "Assortment"}
      crumbs={[{ title: "Assortments", link: { to: "/assortments" } }]}
      actions={data !== undefined && <PublishButton assortment={data} />}
    >
      <Loaded query={assortment}>{(found) => <AssortmentView assortment={found} />}</Loaded>
    </PageFrame>
  );
}

function AssortmentView({ assortment }: { readonly assortment: Assortment }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <AssortmentFacts assortment={assortment} />
      <TabViews
        tab={tab}
        onChoose={(next) => void navigate({ search: { tab: next } })}
        views={[
          { value: "members", label: "Members", content: <Members assortment={assortment} /> },
          { value: "history", label: "Publish history", content: <PublishHistory assortmentId={assortment.id} /> },
          {
            value: "configuration",
            label: "Configuration",
            content: <AssortmentConfiguration assortment={assortment} />,
          },
        ]}
      />
    </>
  );
}

const numbers = new Intl.NumberFormat("en");

function AssortmentFacts({ assortment }: { readonly assortment: Assortment }) {
  const summary = readSummary(assortment.summary);
  return (
    <Facts
      facts={[
        ["Identifier", <CopyIdentifier key="identifier" identifier={assortment.identifier} />],
        ["Project", <ProjectLink key="project" project={readRelated(assortment["project"])} />],
        ["Workspace", readRelated(assortment["workspace"])?.name ?? "–"],
        ["Members", summary === undefined ? "not published" : describeCounts(summary)],
        ["Last publish", summary === undefined ? "never" : <TimeAgo key="publish" time={summary.updatedOn} />],
      ]}
    />
  );
}

function describeCounts({ itemCount, familyCount, optionCount }: AssortmentSummary): string {
  const families = `${numbers.format(familyCount)} ${familyCount === 1 ? "style" : "styles"}`;
  const options = `${numbers.format(optionCount)} ${optionCount === 1 ? "option" : "options"}`;
  return `${numbers.format(itemCount)} (${families}, ${options})`;
}

function ProjectLink({ project }: { readonly project: Related | undefined }) {
  if (project === undefined) return "–";
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects/$id" params={{ id: project.id }} />}>
      {project.name}
    </Anchor>
  );
}
