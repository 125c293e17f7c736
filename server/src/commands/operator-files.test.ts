import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renameToNew, toNewFile } from "./operator-files.ts";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-files-"));
  path = join(folder, "archive");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const end = (target: Writable, text: string) => new Promise<void>((resolve) => target.end(text, resolve));
const content = () => readFile(path, "utf8");

test("a file appears when it is complete, and is its owner's", async () => {
  await toNewFile(path, async (target) => {
    await end(target, "whole");
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^archive\.[0-9a-f]{12}\.part$/)]);
  });

  expect([await content(), await readdir(folder)]).toEqual(["whole", ["archive"]]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a failure leaves nothing", async () => {
  const failed = toNewFile(path, async (target) => {
    await end(target, "half");
    throw new Error("failed");
  });

  await expect(failed).rejects.toThrow("failed");
  expect(await readdir(folder)).toEqual([]);
});

test("of two commands that write one file, the last to end is refused, and the file is that of the other", async () => {
  const slow = toNewFile(path, async (target) => {
    target.write("first, ");
    await toNewFile(path, (other) => end(other, "second, whole"));
    await end(target, "whole");
  });

  await expect(slow).rejects.toThrow(/archive already exists\. Choose another name/);
  expect([await content(), await readdir(folder)]).toEqual(["second, whole", ["archive"]]);
});

test("without hard links, a file gets its name if that is free", async () => {
  const part = join(folder, "part");
  await writeFile(part, "whole");
  await renameToNew(part, path);
  await writeFile(part, "another");

  await expect(renameToNew(part, path)).rejects.toThrow(/archive already exists/);
  await expect(renameToNew(join(folder, "absent"), join(folder, "new"))).rejects.toThrow("ENOENT");
  expect([await content(), await readdir(folder)]).toEqual(["whole", ["archive", "part"]]);
});
