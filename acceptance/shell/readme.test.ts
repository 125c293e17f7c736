import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NodeProcess, startNode, weft } from "../testing/node-process.ts";

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

/** The shell blocks of a section, as one script that ends at the first command that fails. */
async function readTour(file: string, title: string): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
  const [, section = ""] = text.split(`\n## ${title}\n`);
  const [tour = ""] = section.split("\n## ");
  const blocks = [...tour.matchAll(/^( *)```sh\n([\s\S]*?)```/gm)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
  return ["set -e", ...blocks]
    .join("\n")
    .replaceAll("npx weft", `"${process.execPath}" "${weft}"`)
    .replaceAll("curl -s", "curl -fs");
}

function type(script: string): string {
  return execFileSync("bash", ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: join(folder, "data") },
  });
}

test("the README's first five minutes work as they are written", async () => {
  const script = await readTour("README.md", "The first five minutes");

  const output = type(script);

  expect(script.match(/curl/g)?.length).toBeGreaterThanOrEqual(3);
  expect(output).toContain('"org":{"id"');
  expect(output).toContain('"federatedId":"P-100"');
  expect(output).toContain('"propertyDiffs":{"price":{"propertyName":"price","oldValue":129.5,"newValue":119}}');
  expect(output).toContain('"apiKey":"app:weft_');
  expect(output).toContain('"subtext":"Completed: 2 created"');
  expect(output).toContain("Created the organization fall26");
  expect(output).toContain("Created ada@example.com in fall26 as editor.");
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
