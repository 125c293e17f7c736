import type { EventWorkflow } from "@weft/client";
import { expect, test } from "vitest";
import { bodyOf, draftOf, readDraft, updateBodyOf } from "./draft.ts";

const saved: EventWorkflow = {
  id: "AP6VLDAoMMARM5OB",
  entityType: "event-workflow",
  typePath: "event-workflow",
  name: "Quote",
  identifier: "quote",
  isActive: true,
  description: null,
  triggers: ["item|update"],
  conditional: null,
  tasks: [
    { name: "Ask", action: "external", async: true, config: {}, timeoutSeconds: 60 },
    { name: "Send", action: "http", async: true, config: { url: "https://a.example" } },
    { name: "Wait", action: "delay", async: false, config: { seconds: 1 } },
  ],
  maxConcurrentProcesses: 25,
  owner: null,
  actsAs: null,
  stoppedReason: null,
  reentrant: false,
  createdOn: "2026-03-01T12:00:00.000Z",
  updatedOn: "2026-03-01T12:00:00.000Z",
  createdById: null,
  updatedById: null,
  version: 3,
};

test("a saved definition is written without default values", () => {
  const draft = draftOf(saved);

  expect(draft.tasks.map((task) => task.async)).toEqual([undefined, true, undefined]);
  expect(draft.tasks[0]?.timeoutSeconds).toBe(60);
  expect("description" in draft || "conditional" in draft || "version" in draft).toBe(false);
});

test.each([
  ["invalid JSON", "{", "not valid JSON"],
  ["a list", "[]", "A definition is an object"],
  ["a task without a name", '{"name":"a","triggers":[],"tasks":[{"action":"http"}]}', "A definition is an object"],
  ["triggers that are not strings", '{"name":"a","triggers":[1],"tasks":[]}', "A definition is an object"],
  [
    "a config that is a string",
    '{"name":"a","triggers":[],"tasks":[{"name":"b","action":"c","config":"d"}]}',
    "config",
  ],
])("%s is not a draft, and the error says so", (_, text, words) => {
  const read = readDraft(text);

  expect("error" in read ? read.error : "").toContain(words);
});

test("unknown members are kept, for the service to validate", () => {
  const read = readDraft('{"name":"a","triggers":[],"tasks":[],"nmae":"b"}');

  expect("draft" in read && bodyOf(read.draft)).toEqual({ name: "a", triggers: [], tasks: [], nmae: "b" });
});

test("an update removes what was deleted from the draft", () => {
  const body = updateBodyOf({ name: "a", triggers: [], tasks: [], conditional: undefined });

  expect(body).toEqual({ name: "a", triggers: [], tasks: [], conditional: null, description: null });
});
