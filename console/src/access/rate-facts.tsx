import { Anchor, Code, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApiKey, App } from "@weft/client";
import { useSession } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { appsQuery, keysQuery } from "./access-queries.ts";
import { passesFilter } from "./key-status.ts";

const numbers = new Intl.NumberFormat("en");

/** How often one may call, and how a program knows it. */
export function RateFacts() {
  const { rate } = useSession().who;
  return (
    <Paper withBorder p="md" component="section" aria-label="Rate limits">
      <Stack>
        <Title order={2} fz="md">
          How often one may call
        </Title>
        {rate === null ? (
          <Text size="sm">The operator of this service has switched rate limits off.</Text>
        ) : (
          <Text size="sm">
            {numbers.format(rate.requestsPerSecond)} calls a second with your session, and {numbers.format(rate.burst)}{" "}
            at once after a pause. Each key counts for itself. A batch counts its operations at a tenth.
          </Text>
        )}
        {rate !== null && <OwnRates />}
        <Headers />
        <Text size="sm" c="dimmed">
          Whoever calls more often is refused with status 429; <Code>Retry-After</Code> says for how many seconds to
          wait. The clients and the command line do so by themselves. Another number is set on the key, or by the
          operator for everybody.
        </Text>
      </Stack>
    </Paper>
  );
}

/** Keys with a number of their own. */
function OwnRates() {
  const { who, weft } = useSession();
  const { data: keys = [] } = useQuery(keysQuery(weft));
  const { data: apps = [] } = useQuery({ ...appsQuery(weft), enabled: who.isAdministrator });
  const own = keys.filter((key) => key.ratePerSecond !== null && passesFilter(key, "live", Date.now()));
  if (own.length === 0) {
    return <Text size="sm">No key has a number of its own: the operator's default holds for all of them.</Text>;
  }
  return (
    <div>
      <Text size="sm">
        These{" "}
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/keys" />}>
          keys
        </Anchor>{" "}
        have a number of their own:
      </Text>
      <List size="sm">
        {own.map((key) => (
          <List.Item key={key.id}>
            {describeOwner(key, apps)}: {numbers.format(key.ratePerSecond ?? 0)} a second
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

/** As the service answers this very session. */
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
      label="Every answer says how many are left: q allowed in w seconds, r remaining, t seconds until more"
      text={lines.join("\n")}
    />
  );
}
