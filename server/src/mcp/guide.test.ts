import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { toolNames } from "./protocol/handle-body.ts";
import { callTool } from "./testing/mcp-client.ts";

interface Example {
  readonly tool: string;
  readonly args: object;
}

const guide = await readFile(new URL("../../../docs/mcp.md", import.meta.url), "utf8");

/** The lines of the guide that call a tool. */
const examples: readonly Example[] = [...guide.matchAll(/^(\w+) (\{.*\})$/gm)]
  .filter(([, tool = ""]) => toolNames.includes(tool))
  .map(([, tool = "", args = ""]) => ({ tool, args: JSON.parse(args) }));

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
  await service.call("PUT", "/items/federated/P-100", {
    body: { name: "Parka", typePath: "item:product", price: 129.5 },
  });
});

afterAll(() => service.stop());

/** Whether the example has no placeholder for an id of the reader. */
const isWhole = ({ args }: Example) => !JSON.stringify(args).includes('"<');

test("the guide shows every tool, in order", () => {
  expect([...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(toolNames);
  expect([...new Set(examples.map(({ tool }) => tool))]).toEqual(toolNames);
});

test.each(examples.filter(isWhole))("the guide's example $tool $args works as described", async ({ tool, args }) => {
  expect(await callTool(service, tool, args)).not.toHaveProperty("error");
});

test("the guide's examples with a placeholder id have valid arguments", async () => {
  const answers = await Promise.all(
    examples.filter((example) => !isWhole(example)).map(({ tool, args }) => callTool(service, tool, args)),
  );

  expect(answers.length).toBeGreaterThan(2);
  // Only the id is wrong.
  expect(answers.filter(({ error }) => error.code === "invalid-arguments")).toEqual([]);
});
