import { Anchor, Group, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./last-runs.module.css";
import type { Tally } from "./run-facts.ts";

interface LastRunsProps {
  /** By workflow; undefined until counted. */
  readonly tallies: ReadonlyMap<string, Tally> | undefined;
  readonly name: string;
  readonly id: string;
}

/** The last runs as a strip of bars, high for completed runs, with their counts. */
export function LastRuns({ tallies, name, id }: LastRunsProps) {
  if (tallies === undefined) return <Skeleton height={18} width={160} />;
  const tally = tallies.get(id);
  if (tally === undefined) {
    return (
      <Text size="sm" c="dimmed">
        None yet
      </Text>
    );
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <span className={classes["strip"]} aria-hidden="true">
        {tally.last.map(({ id: runId, status }) => (
          <span key={runId} className={`${classes["run"]} ${classes[status] ?? ""}`} title={status} />
        ))}
      </span>
      <Anchor
        size="xs"
        className="numbers"
        style={{ whiteSpace: "nowrap" }}
        aria-label={`Runs of ${name}: ${describe(tally)}`}
        renderRoot={(props) => <Link {...props} to="/processes" search={{ workflow: id }} />}
      >
        {describe(tally)}
      </Anchor>
    </Group>
  );
}

function describe({ completed, failed, inProgress }: Tally): string {
  const parts = [
    completed > 0 ? `${completed} completed` : "",
    failed > 0 ? `${failed} failed` : "",
    inProgress > 0 ? `${inProgress} in progress` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "canceled" : parts.join(", ");
}
