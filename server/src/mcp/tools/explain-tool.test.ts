import { readFile } from "node:fs/promises";
import { errorCodes, operations } from "@weft/contract";
import { expect, test } from "vitest";
import { topics } from "../explain/topics.ts";
import { ToolContext } from "../tool-context.ts";
import { explainTool } from "./explain-tool.ts";

/** explain makes no API calls. */
const context = new ToolContext(() => Promise.reject(new Error("explain needs no call")));

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
async function explain(about: string): Promise<any> {
  return (await explainTool.call({ about }, context)).structuredContent;
}

test.each([
  { about: "version-mismatch", first: { sort: "error code", code: "version-mismatch", status: 412 } },
  { about: "create-item", first: { sort: "operation", call: "POST /api/items" } },
  { about: "post /items", first: { sort: "operation", operation: "create-item" } },
  { about: "/api/loader-processes/{id}/undo", first: { sort: "operation", operation: "undo-loader-process" } },
  { about: "conditionalColumns", first: { sort: "setting", of: "load configuration" } },
  { about: "timeoutSeconds", first: { sort: "setting", of: "workflow definition" } },
  { about: "Load  Configuration", first: { sort: "setting", group: "load configuration" } },
  { about: "triggers", first: { sort: "topic", topic: "triggers" } },
  { about: "cancel a process", first: { sort: "operation", operation: "cancel-event-workflow-process" } },
  { about: "how do I filter?", first: { sort: "topic", topic: "criteria" } },
  { about: "cron trigger", first: { sort: "topic", topic: "triggers" } },
])("$about finds the right entry", async ({ about, first }) => {
  const { explained } = await explain(about);

  expect(explained[0]).toMatchObject(first);
});

test("near matches are listed briefly", async () => {
  const { related } = await explain("webhook");

  expect(related.length).toBeGreaterThan(3);
  expect(related.length).toBeLessThanOrEqual(8);
  expect(related.every((line: string) => line.length < 300)).toBe(true);
});

test("unknown words return what can be explained", async () => {
  const { explained, topics: known, errorCodes: codes } = await explain("xyzzy");

  expect(explained).toEqual([]);
  expect(known).toContain("criteria");
  expect(codes).toContain("conflict");
});

test("every error code and every operation is explained", async () => {
  const names = [...errorCodes, ...operations.map(({ id }) => id)];

  const explained = await Promise.all(names.map(async (name) => (await explain(name)).explained));

  const missing = names.filter((name, index) => !explained[index].some(isCalled(name)));
  expect(missing).toEqual([]);
});

function isCalled(name: string) {
  return ({ code, operation }: { code?: string; operation?: string }) => code === name || operation === name;
}

test("every topic is explained in detail in its guide", async () => {
  const missing = await Promise.all(
    topics.map(async ({ name, guide, heading }) => {
      const text = await readFile(new URL(`../../../../docs/${guide}.md`, import.meta.url), "utf8");
      return new RegExp(`^#+ ${heading}$`, "m").test(text) ? [] : [`${name}: ${guide}, ${heading}`];
    }),
  );

  expect(missing.flat()).toEqual([]);
});
