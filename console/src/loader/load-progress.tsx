import { Group, Progress, Stack, Text } from "@mantine/core";
import { queryOptions } from "@tanstack/react-query";
import type { LoaderProcessSummary, Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { formatProgress, isInProgress } from "./format-load.ts";

interface LoadProgressProps {
  readonly load: Pick<LoaderProcessSummary, "status" | "progress" | "undo">;
  readonly size?: "sm" | "md";
}

/** The progress of a running load: rows, speed, time left. */
export function LoadProgress({ load, size = "sm" }: LoadProgressProps) {
  const { label, percent, details } = formatProgress(load);
  return (
    <Stack gap={4} miw={160}>
      <Progress.Root size={size === "sm" ? 6 : 12}>
        <Progress.Section value={percent} animated striped aria-label={`${label}, ${percent} %`} />
      </Progress.Root>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size={size === "sm" ? "xs" : "sm"} fw={550} style={{ whiteSpace: "nowrap" }}>
          {label}
          {percent > 0 && percent < 100 ? ` ${percent} %` : ""}
        </Text>
        <Text size={size === "sm" ? "xs" : "sm"} c="dimmed" className="numbers" truncate>
          {details}
        </Text>
      </Group>
    </Stack>
  );
}

const lookMs = 700;

/** A load, polled until it and its undo have ended. */
export function loadQuery(weft: Weft, id: string) {
  return queryOptions({
    queryKey: queryKeys.loads.one(id),
    queryFn: ({ signal }) => weft.loader.get({ id, signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isInProgress(data) ? lookMs : false),
  });
}
