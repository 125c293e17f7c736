import { Group, Text } from "@mantine/core";
import type { LoaderProcess } from "@weft/client";
import type { ReactNode } from "react";
import { TimeAgo } from "../ui/time-ago.tsx";
import { formatDuration, pluralize } from "./format-load.ts";
import { useActorNames } from "./use-names.ts";

/** When it was requested, started and ended, and its speed. */
export function LoadTimeline({ load }: { readonly load: LoaderProcess }) {
  const actors = useActorNames();
  const { createdOn, createdById, startedOn, endedOn, progress } = load;
  const seconds = startedOn === undefined || endedOn === undefined ? undefined : secondsBetween(startedOn, endedOn);
  const waited = startedOn === undefined ? 0 : secondsBetween(createdOn, startedOn);
  return (
    <Group gap="lg" component="dl" m={0}>
      <Fact name="Requested">
        <TimeAgo time={createdOn} />
        {createdById !== undefined && actors.has(createdById) && ` by ${actors.get(createdById)}`}
      </Fact>
      {waited >= 1 && <Fact name="Queued for">{formatDuration(waited)}</Fact>}
      {seconds !== undefined && <Fact name="Duration">{formatDuration(seconds)}</Fact>}
      {progress.rowsTotal > 0 && <Fact name="Rows">{pluralize(progress.rowsTotal, "row")}</Fact>}
      {seconds !== undefined && seconds > 0 && progress.rowsTotal > 0 && (
        <Fact name="Speed">{pluralize(Math.round(progress.rowsTotal / seconds), "row")} per second</Fact>
      )}
    </Group>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} className="numbers">
        {children}
      </Text>
    </div>
  );
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}
