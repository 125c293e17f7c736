import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readTour } from "../testing/read-tour.ts";

let folder: string;
let node: NodeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-readme-"));
  node = await startNode({ env: { DATA_DIR: join(folder, "data") } });
});

afterAll(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

function type(script: string): string {
  return execFileSync("bash", ["-c", script.replaceAll("curl -s", "curl -fs")], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: join(folder, "data") },
  });
}

test("the first calls of the guide to the API work as they are written", async () => {
  const output = type(await readTour("docs/api.md", "The first calls"));

  expect(output).toContain('"org":{"id"');
  expect(output).toContain('"federatedId":"P-100"');
  expect(output).toContain('"propertyDiffs":{"price":{"propertyName":"price","oldValue":129.5,"newValue":119}}');
  expect(output).toContain('"apiKey":"app:weft_');
  expect(output).toContain('"subtext":"Completed: 2 created"');
});

test("the worked example of the guide to workflows works as it is written", async () => {
  const output = type(await readTour("docs/workflows.md", "A worked example"));

  expect(output.trim().split("\n").slice(-5)).toEqual(["approved", "Anorak", "completed", "12.4", "workflow"]);
});

test("the worked example of the guide to loads works as it is written", async () => {
  const output = type(await readTour("docs/loads.md", "A worked example"));

  expect(output).toContain('"preprocessingStepName":"conditionalColumns"');
  expect(output).toContain("Completed: 13 created");
  expect(output).toMatch(/^Weight number,Line string,warmth string$/m);
  expect(output.trim().split("\n").slice(-3)).toEqual(["3", "pending", "5"]);
});
