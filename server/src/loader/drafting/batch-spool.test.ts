import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BatchSpool } from "./batch-spool.ts";

let folder: string;
let path: string;
let spool: BatchSpool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-spool-"));
  path = join(folder, "batches");
  spool = await BatchSpool.make(path);
});

afterEach(async () => {
  await spool.close();
  await rm(folder, { recursive: true, force: true });
});

function append(...keys: readonly string[]): Promise<void> {
  return spool.append({ keys, drafts: [], dryRunResult: undefined });
}

async function keysOnSpool(): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of spool.batches()) {
    keys.push(...batch.keys);
  }
  return keys;
}

test("batches are read as they were written, including large ones", async () => {
  const large = "k".repeat(3_000_000);

  await append("a", "b");
  await append(large);
  await append("c");

  expect(await keysOnSpool()).toEqual(["a", "b", large, "c"]);
});

test("a truncated spool fails, wherever it ends", async () => {
  await append("a");
  const { size: first } = await stat(path);
  await append("b");
  const bytes = await readFile(path);

  for (let length = first + 1; length < bytes.length; length++) {
    await writeFile(path, bytes);
    await truncate(path, length);
    await expect(keysOnSpool(), `cut after ${length} bytes`).rejects.toThrow("spool");
  }
});

/** Limits the size of every file of this process, as if its disk were full. */
function limitFiles(bytes: number | "unlimited"): void {
  execFileSync("prlimit", [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
}

// prlimit exists on Linux only.
test.skipIf(process.platform !== "linux")("a batch that is written only partly to a full disk fails", async () => {
  await append("a");
  const { size } = await stat(path);
  limitFiles(size + 100_000);
  try {
    await expect(append("k".repeat(200_000))).rejects.toMatchObject({ code: "EFBIG" });
  } finally {
    limitFiles("unlimited");
  }
});
