import { Anchor, Autocomplete, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Webhook, WebhookDeliverySummary } from "@weft/client";
import { useState } from "react";
import { entityKinds } from "../entities/entity-kind.ts";
import { queryKeys } from "../query-keys.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { useWeft } from "../session/session.ts";
import type { ListColumn } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { DeliveryList, StatusFilter } from "./delivery-list.tsx";
import { eventActions, namedEvents } from "./event-keys.ts";
import type { DeliverySearch } from "./webhook-search.ts";
import { webhookName } from "./webhook-state.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";

const route = getRouteApi("/shell/deliveries");

export function DeliveriesPage() {
  return (
    <PageFrame title="Deliveries" description="Messages sent to webhooks, and pending ones.">
      <WebhookTabs />
      <ForAdministrators what="deliveries">
        <Deliveries />
      </ForAdministrators>
    </PageFrame>
  );
}

function Deliveries() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const weft = useWeft();
  const webhooks = useQuery({
    queryKey: queryKeys.webhooks.names(),
    queryFn: async ({ signal }) => (await weft.call("list-webhooks", { query: { limit: 1000 } }, { signal })).results,
  });
  const change = (part: DeliverySearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const known = webhooks.data ?? [];
  return (
    <>
      <Group gap="sm" align="flex-end">
        <StatusFilter value={search.status} onChange={(status) => change({ status })} />
        <Select
          aria-label="Webhook"
          placeholder="Any webhook"
          data={known.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) }))}
          value={search.webhookId ?? null}
          onChange={(webhookId) => change({ webhookId: webhookId ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Any webhook" }}
        />
        <TypedFilters search={search} onChange={change} />
      </Group>
      <DeliveryList filter={search} before={[webhookColumn(known)]} maxHeight="calc(100vh - 290px)" />
    </>
  );
}

interface TypedFiltersProps {
  readonly search: DeliverySearch;
  readonly onChange: (part: DeliverySearch) => void;
}

const pauseMs = 400;
const typeSuggestions = [
  ...entityKinds.flatMap(({ name }) => eventActions.map((action) => `${name}|${action}`)),
  ...namedEvents.map(({ key }) => key),
];

/** Applied when typing has stopped. */
function TypedFilters({ search, onChange }: TypedFiltersProps) {
  const [type, setType] = useState(search.type ?? "");
  const [reference, setReference] = useState(search.entityReference ?? "");
  const report = useDebouncedCallback(onChange, pauseMs);
  return (
    <>
      <Autocomplete
        aria-label="Event"
        placeholder="Event, such as item|update"
        data={typeSuggestions}
        value={type}
        w={230}
        onChange={(value) => {
          setType(value);
          report({ type: value.trim() === "" ? undefined : value.trim() });
        }}
      />
      <TextInput
        aria-label="Entity"
        placeholder="Entity, such as item:AP6U2ixw…"
        value={reference}
        w={240}
        onChange={({ currentTarget: { value } }) => {
          setReference(value);
          report({ entityReference: value.trim() === "" ? undefined : value.trim() });
        }}
      />
    </>
  );
}

function webhookColumn(webhooks: readonly Webhook[]): ListColumn<WebhookDeliverySummary> {
  return {
    title: "Webhook",
    render: ({ webhookId }) => {
      const webhook = webhooks.find(({ id }) => id === webhookId);
      return (
        <Anchor
          size="sm"
          display="block"
          maw={200}
          truncate
          renderRoot={(props) => <Link {...props} to="/webhooks/$id" params={{ id: webhookId }} />}
        >
          {webhook === undefined ? "webhook" : webhookName(webhook)}
        </Anchor>
      );
    },
  };
}
