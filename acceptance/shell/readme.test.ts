import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readTour } from "../testing/read-tour.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

let folder: string;
let node: NodeProcess;

/** A folder like the checkout after npm ci, in which npm start is running. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-readme-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  node = await startNode({ env: { DATA_DIR: join(folder, "data") } });
});

afterAll(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

/** Runs the script in the folder, without a stored sign-in. */
async function type(script: string): Promise<string> {
  const { stdout } = await run("bash", ["-c", script], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, DATA_DIR: join(folder, "data") },
  });
  return stdout;
}

test("the README's tutorial works as written", { timeout: 180_000 }, async () => {
  const script = await readTour("README.md", "Tutorial");

  const output = await type(script);

  expect(script.match(/npx weft/g)?.length).toBeGreaterThanOrEqual(12);
  expect(output).toMatch(/olive +129\.5/);
  // Once each: the second poll continues after the first.
  expect(output.match(/Price \S+ → \d+$/gm)).toEqual(["Price 129.5 → 119", "Price 89 → 79"]);
  expect(output).toMatch(/^ +1,500 options$/m);
  expect(output).toMatch(/completed +manual\|approve/);
  expect(output).toMatch(/^Cape 79\nParka 119\nShawl 39$/m);
});

test("the README's operator commands work as written", async () => {
  const output = await type(await readTour("README.md", "Production"));

  expect(output).toContain("Created the organization fall26");
  expect(output).toContain("Created ada@example.com in fall26 as editor.");
  expect(output).toMatch(/^ok +database/m);
});
