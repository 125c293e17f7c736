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

/** The shell blocks of the section, as one script that ends at the first command that fails. */
async function readTour(): Promise<string> {
  const readme = await readFile(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
  const [, section = ""] = /## The first five minutes([\s\S]*?)\n## /.exec(readme) ?? [];
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  return ["set -e", ...blocks]
    .join("\n")
    .replaceAll("npx weft", `"${process.execPath}" "${weft}"`)
    .replaceAll("curl -s", "curl -fs");
}

test("the README's first five minutes work as they are written", async () => {
  const script = await readTour();

  const output = execFileSync("bash", ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: join(folder, "data") },
  });

  expect(script.match(/curl/g)?.length).toBeGreaterThanOrEqual(3);
  expect(output).toContain('"org":{"id"');
  expect(output).toContain('"federatedId":"P-100"');
  expect(output).toContain('"propertyDiffs":{"price":{"propertyName":"price","oldValue":129.5,"newValue":119}}');
  expect(output).toContain('"apiKey":"app:weft_');
  expect(output).toContain("Created the organization fall26");
  expect(output).toContain("Created ada@example.com in fall26 as editor.");
});
