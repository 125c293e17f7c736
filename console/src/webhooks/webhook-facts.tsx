import { Code, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Webhook, WebhookAuth } from "@weft/client";
import type { ReactNode } from "react";
import { useWeft } from "../session/session.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { EventList } from "./event-list.tsx";

/** What was said about a webhook. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const headers = Object.entries(webhook.headers);
  return (
    <Stack gap="md">
      <Fact name="Address">
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
      <Fact name="How the receiver knows that it is us">
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
      <Fact name="Time limit">{webhook.timeoutSeconds} s</Fact>
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
        By the header <Code>{auth.name}</Code> with the value <Code>{auth.valueHint}</Code>, set{" "}
        <TimeAgo time={auth.since} />.
      </>
    );
  }
  return auth.secrets.map(({ since, until }) => (
    <div key={since}>
      Signed with a secret made <TimeAgo time={since} />
      {until !== null && (
        <>
          , which ends <TimeAgo time={until} />
        </>
      )}
      .
    </div>
  ));
}

/** Whoever lets in addresses must know them. */
function EgressSummary() {
  const weft = useWeft();
  const { data } = useQuery({ queryKey: ["org"], queryFn: ({ signal }) => weft.call("get-org", {}, { signal }) });
  const addresses = data?.egressAddresses ?? [];
  return addresses.length === 0 ? (
    "By nothing. The addresses that calls come from may vary."
  ) : (
    <>
      By our addresses only: <Code>{addresses.join(", ")}</Code>.
    </>
  );
}
