import { Anchor, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ChangeConsumer } from "@weft/client";
import { describeLag } from "../changes/describe-lag.ts";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { SkeletonRows } from "../ui/skeleton-rows.tsx";
import { isRefused } from "./is-refused.ts";

const againMs = 10_000;
const shownMax = 6;

/** The current lag of each consumer. Past values are not stored. */
export function ConsumerCard() {
  const weft = useWeft();
  const query = useQuery({
    queryKey: ["changes", "consumers"],
    queryFn: ({ signal }) => weft.changes.consumers.list({ limit: 1000, signal }),
    refetchInterval: againMs,
  });
  if (isRefused(query.error)) return null;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h5">
          <Anchor inherit c="inherit" renderRoot={(props) => <Link {...props} to="/consumers" />}>
            Change consumers
          </Anchor>
        </Title>
        <Text size="xs" c="dimmed">
          Current lag
        </Text>
      </Group>
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ results }) => <Lags consumers={results} />}
      </Loaded>
    </Card>
  );
}

function Lags({ consumers }: { readonly consumers: readonly ChangeConsumer[] }) {
  if (consumers.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No consumers yet.{" "}
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/consumers" />}>
          How to create a consumer
        </Anchor>
      </Text>
    );
  }
  const worst = Math.max(1, ...consumers.map(({ lag }) => lag));
  const shown = [...consumers].sort((a, b) => b.lag - a.lag).slice(0, shownMax);
  return (
    <Stack gap="sm">
      {shown.map((consumer) => (
        <div key={consumer.name}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm" fw={550}>
              {consumer.name}
            </Text>
            <Text size="xs" c="dimmed" className="numbers">
              {describeLag(consumer, Date.now())}
            </Text>
          </Group>
          <Progress
            value={(consumer.lag / worst) * 100}
            color={consumer.lag === 0 ? "teal" : "orange"}
            size="sm"
            aria-label={`${consumer.name} is behind`}
          />
        </div>
      ))}
    </Stack>
  );
}
