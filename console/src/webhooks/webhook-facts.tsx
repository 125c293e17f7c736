import { Code, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Webhook, WebhookAuth } from "@weft/client";
import type { ReactNode } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { EventList } from "./event-picker.tsx";

/** The settings of a webhook. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const headers = Object.entries(webhook.headers);
  return (
    <Stack gap="md">
      <Fact name="URL">
        <span className="mono" style={{ overflowWrap: "anywhere" }}>
          {webhook.url}
        </span>
      </Fact>
      <Fact name="Events">
        <EventList events={webhook.events} />
      </Fact>
      {webhook.filter !== null && (
        <Fact name="Filter">
          <Code style={{ overflowWrap: "anywhere" }}>{webhook.filter}</Code>
        </Fact>
      )}
      <Fact name="Authentication">
        <AuthSummary auth={webhook.auth} />
      </Fact>
      {headers.length > 0 && (
        <Fact name="Headers">
          {headers.map(([name, value]) => (
            <div key={name} className="mono">
              {name}: {value}
            </div>
          ))}
        </Fact>
      )}
      <Fact name="Timeout">{webhook.timeoutSeconds} s</Fact>
      <Fact name="Last delivery">
        {webhook.lastDeliveredOn === null ? "none yet" : <TimeAgo time={webhook.lastDeliveredOn} />}
      </Fact>
      <Fact name="Created">
        <TimeAgo time={webhook.createdOn} />
      </Fact>
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}

function AuthSummary({ auth }: { readonly auth: WebhookAuth }) {
  if (auth.type === "none") return <EgressSummary />;
  if (auth.type === "header") {
    return (
      <>
        Header <Code>{auth.name}</Code> with value <Code>{auth.valueHint}</Code>, set <TimeAgo time={auth.since} />.
      </>
    );
  }
  return auth.secrets.map(({ since, until }) => (
    <div key={since}>
      Signed with a secret created <TimeAgo time={since} />
      {until !== null && (
        <>
          , expires <TimeAgo time={until} />
        </>
      )}
      .
    </div>
  ));
}

/** Receivers that allow addresses must know them. */
function EgressSummary() {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.org.all(),
    queryFn: ({ signal }) => weft.call("get-org", {}, { signal }),
  });
  const addresses = data?.egressAddresses ?? [];
  return addresses.length === 0 ? (
    "None. The source addresses of calls may vary."
  ) : (
    <>
      None. Allow our addresses: <Code>{addresses.join(", ")}</Code>.
    </>
  );
}
