import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const gzipBytesMax = 350_000;

test("the console is built for production wherever it is built, and its first script is at most 350 kB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "weft-console-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { ...process.env, NODE_ENV: "test" };
  await run(process.execPath, [join(import.meta.dirname, "bundle-console.mjs"), folder], { env });
  const page = await readFile(join(folder, "index.html"), "utf8");
  const path = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (path === undefined) throw new Error("The page has no script.");
  const script = await readFile(join(folder, path), "utf8");
  expect(script.includes("https://react.dev/link/"), "has React's hints for developers").toBe(false);
  const { length } = await readFile(join(folder, `${path}.gz`));
  expect(length).toBeGreaterThan(gzipBytesMax / 2);
  expect(length).toBeLessThan(gzipBytesMax);
}, 120_000);
