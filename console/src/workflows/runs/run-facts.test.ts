import { expect, test } from "vitest";
import { outputNames, withoutEmpty } from "../tasks/output-names.ts";
import { timeSince } from "../workflow-search.ts";
import { hasSubject, subjectOf } from "./event-subject.ts";
import { readLogLine, tallyRuns } from "./run-facts.ts";

test("the subject of an event is the entity of its reference, by name", () => {
  const event = { entityReference: "item:AP6VLCdm-_SHy8ae", newData: { name: "Anorak" } };

  expect(subjectOf(event)).toEqual({ kind: "item", id: "AP6VLCdm-_SHy8ae", name: "Anorak", plural: "items" });
});

test("a deleted entity is named by its former name, and a load by its kind", () => {
  expect(subjectOf({ entityReference: "color:a", oldData: { name: "Red" } })?.name).toBe("Red");
  expect(subjectOf({ entityReference: "loader-process:a" })).toMatchObject({
    name: "loader process",
    plural: undefined,
  });
  expect([hasSubject({}), hasSubject({ assortmentId: "a" })]).toEqual([false, true]);
});

test("a log line has a time and a text, whatever the text contains", () => {
  expect(readLogLine("2026-03-01T12:00:00.000Z two\nlines")).toEqual({
    time: "2026-03-01T12:00:00.000Z",
    text: "two\nlines",
  });
  expect(readLogLine("no time")).toEqual({ time: "", text: "no time" });
});

test("runs are counted by workflow, and the last of them kept in order", () => {
  const runs = [
    { id: "3", eventWorkflowId: "a", status: "awaiting" },
    { id: "2", eventWorkflowId: "b", status: "completed" },
    { id: "1", eventWorkflowId: "a", status: "failed" },
  ];

  const tally = tallyRuns(runs).get("a");

  expect(tally).toMatchObject({ completed: 0, failed: 1, inProgress: 1 });
  expect(tally?.last.map(({ id }) => id)).toEqual(["1", "3"]);
});

test("the output members that later tasks read are found in their configs", () => {
  const tasks = [
    { config: {} },
    {
      config: {
        object: { cost: "{tasks.Ask (2).output.cost}", note: "{tasks.Ask (2).output.by.name} {tasks.Other.output.x}" },
      },
    },
  ];

  expect(outputNames(tasks, "Ask (2)")).toEqual(["cost", "by"]);
  expect(withoutEmpty({ cost: 1, by: "" })).toEqual({ cost: 1 });
});

test("a time is rounded to a minute, so that the query stays the same for a while", () => {
  expect(timeSince("hour", Date.parse("2026-03-01T12:30:45.123Z"))).toBe("2026-03-01T11:30:00.000Z");
});
