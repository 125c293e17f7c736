import { Anchor, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Assortment, AssortmentSummary } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { AssortmentConfiguration } from "./assortment-configuration.tsx";
import { assortmentQuery } from "./assortment-queries.ts";
import type { AssortmentSearch } from "./assortment-search.ts";
import { CopyIdentifier } from "./copy-identifier.tsx";
import { Facts } from "./facts.tsx";
import { Members } from "./members.tsx";
import { PublishButton } from "./publish-button.tsx";
import { PublishHistory } from "./publish-history.tsx";
import { type Related, readRelated, readSummary } from "./read-related.ts";

const route = getRouteApi("/shell/assortments/$id");
type AssortmentTab = NonNullable<AssortmentSearch["tab"]>;

const tabs: readonly { readonly value: AssortmentTab; readonly label: string }[] = [
  { value: "members", label: "Members" },
  { value: "history", label: "Publish history" },
  { value: "configuration", label: "Configuration" },
];

export function AssortmentPage() {
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
  const { tab = "members" } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (value: string | null) => {
    const next = tabs.find((one) => one.value === value)?.value;
    void navigate({ search: { tab: next === "members" ? undefined : next } });
  };
  return (
    <>
      <AssortmentFacts assortment={assortment} />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="members">
          <Members assortment={assortment} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <PublishHistory assortmentId={assortment.id} />
        </Tabs.Panel>
        <Tabs.Panel value="configuration">
          <AssortmentConfiguration assortment={assortment} />
        </Tabs.Panel>
      </Tabs>
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
        ["Members", summary === undefined ? "none published" : describeCounts(summary)],
        ["Last publish", summary === undefined ? "never" : <TimeAgo key="publish" time={summary.updatedOn} />],
      ]}
    />
  );
}

function describeCounts({ itemCount, familyCount, optionCount }: AssortmentSummary): string {
  const families = `${numbers.format(familyCount)} ${familyCount === 1 ? "family" : "families"}`;
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
