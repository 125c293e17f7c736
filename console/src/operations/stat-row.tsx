import { SimpleGrid } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Statistics } from "@weft/client";
import { useStatistics } from "../changes/statistics.ts";
import type { useAttention } from "../overview/use-attention.ts";
import { startOfToday } from "../ui/chart/chart-range.ts";
import { isRefused } from "../ui/describe-error.ts";
import { formatNumber } from "../ui/format.ts";
import { Stat } from "../ui/stat.tsx";
import { webhookState } from "../webhooks/webhook-state.ts";

type AttentionQuery = ReturnType<typeof useAttention>;

interface StatRowProps {
  readonly attention: AttentionQuery;
  readonly now: Date;
}

/** The four numbers of the current day. */
export function StatRow({ attention, now }: StatRowProps) {
  const today = startOfToday(now);
  const query = { from: today, by: "hour" } as const;
  const changes = useStatistics("get-statistics-changes", query);
  const loads = useStatistics("get-statistics-loads", query);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <ChangesStat query={changes} today={today} />
      <LoadsStat query={loads} />
      <TasksStat attention={attention} />
      <WebhooksStat attention={attention} now={now} />
    </SimpleGrid>
  );
}

function ChangesStat({ query, today }: { readonly query: UseQueryResult<Statistics>; readonly today: string }) {
  if (isRefused(query.error)) return null;
  const { create = 0, update = 0, delete: deleted = 0 } = query.data?.totals ?? {};
  const hours = query.data?.series[0]?.points.map((_, hour) =>
    (query.data?.series ?? []).reduce((sum, { points }) => sum + (points[hour]?.value ?? 0), 0),
  );
  return (
    <Stat
      label="Changes today"
      value={countWhenRead(query, () => create + update + deleted)}
      note={`${formatNumber(create)} created, ${formatNumber(update)} changed, ${formatNumber(deleted)} deleted`}
      link={{ to: "/changes", search: { from: today } }}
      {...(hours === undefined || hours.length < 2
        ? {}
        : { sparkline: { values: hours, label: "Changes today, by hour" } })}
    />
  );
}

function LoadsStat({ query }: { readonly query: UseQueryResult<Statistics> }) {
  if (isRefused(query.error)) return null;
  const { completed = 0, failed = 0, canceled = 0, running = 0, pending = 0 } = query.data?.totals ?? {};
  return (
    <Stat
      label="Loads today"
      value={countWhenRead(query, () => completed + failed + canceled)}
      note={`${failed} failed, ${running} running, ${pending} queued`}
      link={{ to: "/loads" }}
    />
  );
}

function TasksStat({ attention: { data, error } }: { readonly attention: AttentionQuery }) {
  if (data !== undefined && data.waitingTotal === undefined) return null;
  return (
    <Stat
      label="Waiting tasks"
      value={error === null ? data?.waitingTotal : "–"}
      note={data?.waitingTotal === 0 ? "No waiting tasks" : "Waiting for a callback"}
      link={{ to: "/tasks", search: { status: "awaiting" } }}
    />
  );
}

function WebhooksStat({ attention: { data, error }, now }: StatRowProps) {
  if (data?.maySeeWebhooks === false) return null;
  const states = data?.webhooks.map((webhook) => webhookState(webhook, now.getTime()).status);
  const failing = states?.filter((status) => status === "failing" || status === "disabled").length;
  const all = states?.length ?? 0;
  return (
    <Stat
      label="Failing webhooks"
      value={error === null ? failing : "–"}
      note={all === 0 ? "No webhooks" : `of ${all}`}
      link={{ to: "/webhooks" }}
    />
  );
}

/** A dash for a value that could not be read; the charts below show the error. */
function countWhenRead(query: UseQueryResult<Statistics>, count: () => number): number | string | undefined {
  if (query.data !== undefined) return count();
  return query.error === null ? undefined : "–";
}
