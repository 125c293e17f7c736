import type { EventWorkflowProcess, EventWorkflowTask } from "@weft/client";
import { expect, test } from "vitest";
import { styleOf } from "../../output/style.ts";
import { formatTask } from "./format-task.ts";
import { formatRun } from "./print-runs.ts";

const began = "2026-03-01T09:30:00.000Z";
const now = Date.parse("2026-03-01T09:33:05.000Z");
const look = { style: styleOf(false), now, logLines: 2 };

function buildTask(input: Partial<EventWorkflowTask>): EventWorkflowTask {
  return {
    id: "T1",
    entityType: "event-workflow-task",
    typePath: "event-workflow-task",
    version: 1,
    createdOn: began,
    updatedOn: began,
    name: "Ask",
    status: "pending",
    processId: "R1",
    action: "external",
    async: true,
    logs: [],
    logLineCount: 0,
    attempt: 1,
    idempotencyKey: "k",
    ...input,
  };
}

function buildRun(input: Partial<EventWorkflowProcess>): EventWorkflowProcess {
  return {
    id: "R1",
    entityType: "event-workflow-process",
    typePath: "event-workflow-process",
    version: 1,
    createdOn: began,
    updatedOn: began,
    startedOn: began,
    eventWorkflowId: "W1",
    eventWorkflowVersion: 1,
    status: "awaiting",
    triggerKey: "manual|cost",
    triggerEvent: {},
    ...input,
  };
}

test("a run is a timeline of its tasks", () => {
  const tasks = [
    buildTask({
      id: "T1",
      name: "Check",
      status: "completed",
      startedOn: began,
      endedOn: "2026-03-01T09:30:01.200Z",
      subtext: "fine",
    }),
    buildTask({
      id: "T2",
      name: "Ask the factory",
      status: "awaiting",
      startedOn: began,
      progress: 40,
      logs: ["one", "two", "three"],
    }),
    buildTask({ id: "T3", name: "Note" }),
  ];

  expect(formatRun(buildRun({ tasks }), "Cost", look)).toBe(
    [
      "Cost: awaiting, for 3 min 5 s. Run R1, started by manual|cost.",
      "✓ Check            completed  1.2 s     fine",
      "… Ask the factory  awaiting   3 min 5 s  40 %",
      "    two",
      "    three",
      "    complete with: weft tasks complete T2",
      "· Note             pending",
      "",
    ].join("\n"),
  );
});

test("a failure is shown at its task, with the fix", () => {
  const failure = { code: "callback", message: "no cotton", taskId: "T1" };
  const tasks = [
    buildTask({ status: "failed", startedOn: began, endedOn: began, failure }),
    buildTask({ id: "T2", name: "Note", status: "skipped" }),
  ];

  expect(
    formatRun(buildRun({ status: "failed", endedOn: "2026-03-01T09:30:02.000Z", failure, tasks }), undefined, look),
  ).toBe(
    [
      "W1: failed in 2 s. Run R1, started by manual|cost.",
      "✗ Ask   failed     0 s",
      "    no cotton",
      "    retry with: weft tasks retry T1",
      "– Note  skipped",
      "",
    ].join("\n"),
  );
});

test("a run that failed before its tasks shows the reason", () => {
  const failure = { code: "error", message: "conditional: x is not defined" };

  expect(formatRun(buildRun({ status: "failed", failure, tasks: [] }), "Cost", look)).toContain(
    "\nconditional: x is not defined\n",
  );
});

test("without log lines a timeline has none", () => {
  const tasks = [buildTask({ logs: ["one"] })];

  expect(formatRun(buildRun({ tasks }), "Cost", { ...look, logLines: 0 })).not.toContain("one");
});

test("a task shows all its details", () => {
  const task = buildTask({
    status: "awaiting",
    startedOn: began,
    attempt: 2,
    subtext: "soon\u001b[2J",
    input: { style: "Anorak" },
    output: {},
    logs: ["quoted"],
    logLineCount: 2,
    deadline: "2026-03-08T09:30:00.000Z",
    claim: { workerId: "host-1", leasedUntil: began },
  });

  expect(formatTask(task, look)).toBe(
    [
      "… Ask",
      "  id        T1",
      "  status    awaiting",
      "  run       R1",
      "  action    external, waits for a callback",
      "  lasted    3 min 5 s",
      "  attempt   2",
      "  subtext   soon\ufffd[2J",
      "  deadline  2026-03-08T09:30:00.000Z",
      `  claimed by  host-1 until ${began}`,
      "input",
      "  {",
      '    "style": "Anorak"',
      "  }",
      "log (last 1 of 2)",
      "  quoted",
      "",
    ].join("\n"),
  );
});
