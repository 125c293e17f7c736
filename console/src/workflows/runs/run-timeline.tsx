import { Accordion, Box, Text, Tooltip } from "@mantine/core";
import type { EventWorkflowProcess, EventWorkflowTask } from "@weft/client";
import { useEffect, useState } from "react";
import { formatDuration, formatTime } from "../../ui/format.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionLabels } from "../definition/action-table.ts";
import { isInProgress } from "../workflow-queries.ts";
import classes from "./run-timeline.module.css";
import { TaskDetails } from "./task-details.tsx";
import { barOf, durationOf, spanOf } from "./timeline.ts";

interface RunTimelineProps {
  readonly run: EventWorkflowProcess;
  /** The id of the task whose details are shown. Default: the timeline keeps it itself. */
  readonly opened?: string | undefined;
  readonly onOpen?: (taskId: string | undefined) => void;
}

/** A run over time: one row for each task, which expands to its details. */
export function RunTimeline({ run, opened, onOpen }: RunTimelineProps) {
  const [own, setOwn] = useState<string>();
  const shown = onOpen === undefined ? own : opened;
  const nowMs = useNow(isInProgress(run.status));
  const span = spanOf(run, nowMs);
  const { tasks = [] } = run;
  return (
    <div>
      <Accordion
        variant="contained"
        chevronPosition="left"
        value={shown ?? null}
        onChange={(taskId) => (onOpen ?? setOwn)(taskId ?? undefined)}
      >
        {tasks.map((task) => (
          <Accordion.Item key={task.id} value={task.id}>
            <Accordion.Control>
              <TaskRow task={task} span={span} nowMs={nowMs} />
            </Accordion.Control>
            <Accordion.Panel>{shown === task.id && <TaskDetails taskId={task.id} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Text size="xs" c="dimmed" mt={4} className={classes["axis"]} component="div">
        <span>{formatTime(run.createdOn)}</span>
        <span>{run.endedOn === undefined ? "now" : formatTime(run.endedOn)}</span>
      </Text>
    </div>
  );
}

interface TaskRowProps {
  readonly task: EventWorkflowTask;
  readonly span: { readonly fromMs: number; readonly toMs: number };
  readonly nowMs: number;
}

function TaskRow({ task, span, nowMs }: TaskRowProps) {
  const { name, action, status, subtext, failure, attempt } = task;
  const bar = barOf(task, span);
  const took = durationOf(task, nowMs);
  const words = [
    actionLabels(action).label,
    attempt > 1 && !looksAgain.includes(action) ? `attempt ${attempt}` : "",
    subtext ?? failure?.message ?? "",
  ];
  return (
    <span className={classes["row"]}>
      <span className={classes["name"]}>
        <Text size="sm" fw={550} truncate span display="block">
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate span display="block">
          {words.filter((word) => word !== "").join(" · ")}
        </Text>
      </span>
      <StatusBadge status={status} />
      <Tooltip label={describeTimes(task)} disabled={bar === undefined}>
        <span className={classes["track"]}>
          {bar !== undefined && (
            <Box
              component="span"
              className={`${classes["bar"]} ${classes[status]}`}
              style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
            />
          )}
        </span>
      </Tooltip>
      <Text size="sm" className={`numbers ${classes["duration"]}`} span>
        {took === undefined ? "–" : formatDuration(took)}
      </Text>
    </span>
  );
}

/** These start again to check the time, which does not count as an attempt. */
const looksAgain = ["delay", "load"];

function describeTimes({ startedOn, endedOn }: EventWorkflowTask): string {
  if (startedOn === undefined) return "";
  return endedOn === undefined
    ? `Since ${formatTime(startedOn)}`
    : `From ${formatTime(startedOn)} to ${formatTime(endedOn)}`;
}

/** The time, kept up to date while in progress. */
function useNow(isLive: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    setNowMs(Date.now());
    if (!isLive) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isLive]);
  return nowMs;
}
