import { Anchor, Select, Text, Tooltip } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { kindTable, type WebhookDeliverySummary } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ShortId } from "../ui/copy-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { type DeliverySearch, type DeliveryStatus, deliveryStatuses, statusMeanings } from "./webhook-search.ts";

interface DeliveryListProps {
  readonly filter: DeliverySearch;
  readonly maxHeight?: string;
  /** Columns before the others, such as the webhook's name where there are several. */
  readonly before?: readonly ListColumn<WebhookDeliverySummary>[];
}

const busyMs = 2_000;
const quietMs = 5_000;
/** After scrolling far, refetching would read every page again. */
const restMs = 60_000;
const rowsFollowed = 200;

/** The log, newest first. */
export function DeliveryList({ filter, maxHeight, before = [] }: DeliveryListProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const [refetchMs, setRefetchMs] = useState(quietMs);
  const criteria = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const order = { orderField: "createdOn", order: "desc" };
  const listing = useListing<WebhookDeliverySummary>({
    queryKey: queryKeys.webhooks.deliveries(criteria),
    read: (nextPageKey, signal) =>
      weft.call("list-webhook-deliveries", { query: { criteria, order, nextPageKey } }, { signal }),
    refetchMs,
  });
  const nextMs = paceOf(listing.rows);
  if (nextMs !== refetchMs) setRefetchMs(nextMs);
  return (
    <ListTable
      label="Deliveries"
      listing={listing}
      columns={[...before, ...columns]}
      rowKey={({ id }) => id}
      empty={<NoDeliveries isFiltered={Object.keys(criteria).some((key) => key !== "webhookId")} />}
      onOpen={({ id }) => void navigate({ to: "/deliveries/$id", params: { id } })}
      {...(maxHeight === undefined ? {} : { maxHeight })}
    />
  );
}

function paceOf(rows: readonly WebhookDeliverySummary[]): number {
  if (rows.length > rowsFollowed) return restMs;
  return rows.some(({ status }) => status === "pending") ? busyMs : quietMs;
}

const columns: readonly ListColumn<WebhookDeliverySummary>[] = [
  { title: "Event", render: (delivery) => <EventCell delivery={delivery} /> },
  { title: "Subject", render: ({ entityReference }) => <EntityLink reference={entityReference} /> },
  {
    title: "Status",
    width: 130,
    render: ({ status }) => (
      <Tooltip label={statusMeanings[status]} multiline maw={320}>
        <span>
          <StatusBadge status={status} />
        </span>
      </Tooltip>
    ),
  },
  { title: "Attempts", align: "right", width: 90, render: ({ attempts }) => attempts },
  {
    title: "Last response",
    width: 130,
    render: (delivery) => <span style={{ whiteSpace: "nowrap" }}>{describeAnswer(delivery)}</span>,
  },
  {
    title: "Next attempt",
    width: 130,
    render: ({ nextAttemptOn }) => nextAttemptOn && <TimeAgo time={nextAttemptOn} />,
  },
  { title: "Created", width: 140, render: ({ createdOn }) => <TimeAgo time={createdOn} /> },
];

function EventCell({ delivery: { id, type, isTest } }: { readonly delivery: WebhookDeliverySummary }) {
  return (
    <>
      <Anchor size="sm" fw={550} renderRoot={(props) => <Link {...props} to="/deliveries/$id" params={{ id }} />}>
        {type}
      </Anchor>
      {isTest && (
        <Text span size="xs" c="dimmed">
          {" "}
          test
        </Text>
      )}
    </>
  );
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="filter" title="No matching deliveries">
      Clear a filter to see more. Delivered messages are kept for 30 days, parked ones for 90.
    </EmptyState>
  ) : (
    <EmptyState icon="send" title="No deliveries yet">
      Each event of a webhook becomes a message here, with every attempt and its response. Send a test, or change
      something the webhook subscribes to.
    </EmptyState>
  );
}

interface Answered {
  readonly answerStatus: number | null;
  readonly attempts: number;
}

/** The last response in short. */
function describeAnswer({ answerStatus, attempts }: Answered): string {
  if (answerStatus !== null) return String(answerStatus);
  return attempts === 0 ? "not sent yet" : "no response";
}

/** The subject of a message: item:AP6U…, linked where it has a page. */
export function EntityLink({ reference }: { readonly reference: string | null }) {
  if (reference === null) return null;
  const [name = "", id = ""] = reference.split(":");
  const plural = Object.entries(kindTable).find(([kind]) => kind === name)?.[1].plural;
  if (name === "loader-process") {
    return (
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id }} />}>
        load
      </Anchor>
    );
  }
  if (plural === undefined || name.startsWith("event-workflow")) {
    return (
      <Text size="sm" span>
        {name} <ShortId id={id} />
      </Text>
    );
  }
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: plural, id }} />}
      >
        {name}
      </Anchor>{" "}
      <ShortId id={id} />
    </span>
  );
}

interface StatusFilterProps {
  readonly value: DeliveryStatus | undefined;
  readonly onChange: (status: DeliveryStatus | undefined) => void;
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <Select
      aria-label="Status"
      placeholder="Any status"
      data={[...deliveryStatuses]}
      value={value ?? null}
      onChange={(chosen) => onChange(deliveryStatuses.find((status) => status === chosen))}
      clearable
      clearButtonProps={{ "aria-label": "Any status" }}
      w={170}
    />
  );
}
