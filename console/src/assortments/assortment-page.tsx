import { Anchor, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Assortment, AssortmentSummary } from "@weft/client";
import { ForRight } from "../session/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { CopyField, CopyText } from "../ui/copy-text.tsx";
import { formatNumber, pluralize } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { assortmentQuery } from "./assortment-queries.ts";
import { CopyIdentifier, Facts } from "./facts.tsx";
import { assortmentSnippet } from "./loader-snippet.ts";
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
  const families = pluralize(familyCount, "style");
  const options = pluralize(optionCount, "option");
  return `${formatNumber(itemCount)} (${families}, ${options})`;
}

function ProjectLink({ project }: { readonly project: Related | undefined }) {
  if (project === undefined) return "–";
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects/$id" params={{ id: project.id }} />}>
      {project.name}
    </Anchor>
  );
}

/** The values that an integration needs, and a configuration that uses them. */
export function AssortmentConfiguration({ assortment }: { readonly assortment: Assortment }) {
  const { id, name = "", identifier = "", composedFromAssortmentIds = [] } = assortment;
  const workspace = readRelated(assortment["workspace"]);
  const snippet = assortmentSnippet(undefined, [{ name, identifier }]);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} fz="md">
            Values
          </Title>
          <CopyField label="identifier" description="The assortmentIdentifier of loads." value={identifier} />
          <CopyField label="Assortment id" description="The assortmentId of loads." value={id} />
          <CopyField label="identifier of the workspace" value={workspace?.identifier ?? ""} />
          <CopyField label="Workspace id" value={assortment.workspaceId ?? ""} />
          <CopyField label="Project id" value={assortment.projectId ?? ""} />
        </Stack>
      </Paper>
      <Paper withBorder p="md" style={{ minWidth: 0 }}>
        <Stack>
          <Title order={2} fz="md">
            Loader configuration
          </Title>
          {composedFromAssortmentIds.length > 0 ? (
            <Text size="sm" c="dimmed">
              This assortment is composed from others, so load those.
            </Text>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                Replace Style, SKU, Style Name, Colour and Assortment with your own column names. Rows with the name of
                this assortment replace its members; with partialAssortmentUpdate they only add and remove.
              </Text>
              <CopyText label="Items, project items and this assortment" text={snippet} />
              <CopyText label="Try it" text="npx @weft/cli load line.csv line.json --dry-run" />
            </>
          )}
        </Stack>
      </Paper>
    </SimpleGrid>
  );
}
