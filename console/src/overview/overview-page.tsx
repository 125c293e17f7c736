import { Anchor, Button, Card, Group, List, SimpleGrid, Text, ThemeIcon, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { Weft, Whoami } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { mayDoSome, useSession } from "../session/session.ts";
import { useCatalog } from "../shell/use-menu.ts";
import { startOf } from "../ui/chart/chart-range.ts";
import { ErrorState } from "../ui/error-note.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { failuresOf, waitsOf } from "./attention.ts";
import { greet } from "./greet.ts";
import { NoticeList } from "./notice-list.tsx";
import { RecentChanges } from "./recent-changes.tsx";
import { useAttention, useOrigins } from "./use-attention.ts";

/** What waits for the user, what failed, and what changed. */
export function OverviewPage() {
  const { who } = useSession();
  const isNew = useIsNew();
  return (
    <PageFrame
      title="Overview"
      description={`${greet(who.actor.name, new Date().getHours())} Organization: ${who.org.name}.`}
    >
      {isNew === undefined && <SkeletonRows />}
      {isNew === true && <FirstSteps />}
      {isNew === false && (
        <>
          <CatalogLinks />
          <FilledOverview />
        </>
      )}
    </PageFrame>
  );
}

const linksMax = 8;

/** The lists that the user opens most. */
function CatalogLinks() {
  const { entries } = useCatalog();
  return (
    <Group component="nav" gap="xs" aria-label="Catalog">
      {entries.slice(0, linksMax).map(({ key, title, icon, kindPath, typePath }) => (
        <Button
          key={key}
          variant="default"
          leftSection={<Icon name={icon} size={16} />}
          renderRoot={(props) => (
            <Link {...props} to="/entities/$kind" params={{ kind: kindPath }} search={{ type: typePath }} />
          )}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}

const failuresRange = "7d";

function FilledOverview() {
  const attention = useAttention();
  const { data, error } = attention;
  const origins = useOrigins(data?.waitingTasks ?? []);
  if (error !== null && data === undefined) {
    return <ErrorState error={error} onRetry={() => void attention.refetch()} />;
  }
  const now = new Date();
  const failures = data && failuresOf(data, startOf(failuresRange, now), now.getTime());
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: "start" }}>
      <div>
        <NoticeList
          title="Pending"
          color="yellow"
          notices={data && waitsOf(data, origins, now.getTime())}
          empty="Nothing is pending."
        />
        {failures !== undefined && failures.length > 0 && (
          <NoticeList title="Failures in the last 7 days" color="red" notices={failures} empty="" />
        )}
      </div>
      <RecentChanges />
    </SimpleGrid>
  );
}

interface Step {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly link: LinkProps;
  readonly isFor?: (who: Whoami) => boolean;
}

const steps: readonly Step[] = [
  {
    icon: "loads",
    title: "Load the sample file",
    text: "Load a small CSV file of products. Preview the changes before they are written.",
    link: { to: "/loads/new" },
    isFor: (who) => mayDoSome(who, "create", "loader-process"),
  },
  {
    icon: "entities",
    title: "Browse items",
    text: "Search, filter and edit items in a table, and see their history.",
    link: { to: "/entities/$kind", params: { kind: "items" } },
  },
  {
    icon: "webhooks",
    title: "Create a webhook",
    text: "Notify another system of changes.",
    link: { to: "/webhooks" },
    isFor: ({ isAdministrator }) => isAdministrator,
  },
  {
    icon: "reference",
    title: "Read the API reference",
    text: "All operations, with examples to copy.",
    link: { to: "/reference" },
  },
];

/** Shown to an empty organization instead of empty charts. */
export function FirstSteps() {
  const { who } = useSession();
  return (
    <Card withBorder padding="lg" maw={720}>
      <Title order={2} size="h4">
        First steps
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        No data yet. Start with one of these steps.
      </Text>
      <List listStyleType="none" spacing="md" aria-label="First steps" type="ordered">
        {steps
          .filter(({ isFor }) => isFor?.(who) !== false)
          .map(({ icon, title, text, link }) => (
            <List.Item key={title}>
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <ThemeIcon variant="light" size="lg" radius="md">
                  <Icon name={icon} />
                </ThemeIcon>
                <div>
                  <Anchor fw={550} renderRoot={(props) => <Link {...props} {...link} />}>
                    {title}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {text}
                  </Text>
                </div>
              </Group>
            </List.Item>
          ))}
      </List>
    </Card>
  );
}

/** Whether the organization has no items and no loads yet. undefined until known. */
export function useIsNew(): boolean | undefined {
  const { who, weft } = useSession();
  const query = useQuery({
    queryKey: queryKeys.overview.isNew(),
    queryFn: ({ signal }) => isNew(weft, who, signal),
    // An organization that had data once is not new again.
    staleTime: (found) => (found.state.data === false ? Number.POSITIVE_INFINITY : 0),
  });
  return query.error === null ? query.data : false;
}

/** Only a user who may read both can know. */
async function isNew(weft: Weft, who: Whoami, signal: AbortSignal): Promise<boolean> {
  if (!mayDoSome(who, "read", "item") || !mayDoSome(who, "read", "loader-process")) return false;
  const [items, loads] = await Promise.all([
    weft.entities.list({ entityName: "item", limit: 1, signal }),
    weft.entities.list({ entityName: "loader-process", limit: 1, signal }),
  ]);
  return items.results.length === 0 && loads.results.length === 0;
}
