import { Anchor, Code, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApiKey, App } from "@weft/client";
import { useSession } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { appsQuery, keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";

const numbers = new Intl.NumberFormat("en");

/** The rate limits, and their response headers. */
export function RateFacts() {
  const { rate } = useSession().who;
  return (
    <Paper withBorder p="md" component="section" aria-label="Rate limits">
      <Stack>
        <Title order={2} fz="md">
          Rate limits
        </Title>
        {rate === null ? (
          <Text size="sm">The operator has disabled rate limits.</Text>
        ) : (
          <Text size="sm">
            {numbers.format(rate.requestsPerSecond)} requests per second with your session, with bursts of up to{" "}
            {numbers.format(rate.burst)}. Each key is counted separately. Each operation of a batch counts as a tenth of
            a request.
          </Text>
        )}
        {rate !== null && <OwnRates />}
        <Headers />
        <Text size="sm" c="dimmed">
          Further requests are rejected with status 429. <Code>Retry-After</Code> contains the number of seconds to
          wait. The clients and the command line wait automatically. You can set another limit on a key. The operator
          sets the default.
        </Text>
      </Stack>
    </Paper>
  );
}

/** Keys with their own limit. */
function OwnRates() {
  const { who, weft } = useSession();
  const { data: keys = [] } = useQuery(keysQuery(weft));
  const { data: apps = [] } = useQuery({ ...appsQuery(weft), enabled: who.isAdministrator });
  const own = keys.filter((key) => key.ratePerSecond !== null && passesFilter(key, "live", Date.now()));
  if (own.length === 0) {
    return <Text size="sm">No key has its own limit. The operator's default applies to all keys.</Text>;
  }
  return (
    <div>
      <Text size="sm">
        These{" "}
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/keys" />}>
          keys
        </Anchor>{" "}
        have their own limit:
      </Text>
      <List size="sm">
        {own.map((key) => (
          <List.Item key={key.id}>
            {describeOwner(key, apps)}: {numbers.format(key.ratePerSecond ?? 0)} per second
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function describeOwner({ appId, label }: ApiKey, apps: readonly App[]): string {
  const app = apps.find(({ id }) => id === appId)?.name;
  return app === undefined ? label : `${label} of ${app}`;
}

/** The response headers of this session. */
function Headers() {
  const { weft } = useSession();
  const { data } = useQuery({
    queryKey: ["rate-headers"],
    queryFn: async ({ signal }) => {
      const { headers } = await weft.send({ method: "GET", path: "/whoami", isWhole: true }, { signal });
      return ["RateLimit-Policy", "RateLimit"].map((name) => [name, headers.get(name)] as const);
    },
    staleTime: 60_000,
  });
  const lines = (data ?? []).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  if (lines.length === 0) return null;
  return (
    <CopyText
      label="Rate limit headers of every response: q requests in w seconds, r remaining, t seconds until the reset"
      text={lines.join("\n")}
    />
  );
}
