import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reopenExport } from "./export-command.ts";
import { cursorFile } from "./tail-command.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-export-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const long = "x".repeat(200_000);

test.each([
  ["a missing file", undefined, undefined, ""],
  ["an empty file", "", undefined, ""],
  ["whole lines", '{"id":"1"}\n{"id":"2"}\n', "2", '{"id":"1"}\n{"id":"2"}\n'],
  ["a partial last line", '{"id":"1"}\n{"id":"2', "1", '{"id":"1"}\n'],
  ["only a partial line", '{"id":"1"', undefined, ""],
  ["lines longer than a chunk", `{"id":"1","a":"${long}"}\n{"id":"2","a":"${long}`, "1", `{"id":"1","a":"${long}"}\n`],
])("an export resumes after %s", async (_, text, cursor, kept) => {
  const path = join(folder, `${Math.random()}.ndjson`);
  if (text !== undefined) await writeFile(path, text);

  const { handle, lastCursor } = await reopenExport(path);
  await handle.writeFile("next\n");
  await handle.close();

  expect(lastCursor).toBe(cursor);
  expect(await readFile(path, "utf8")).toBe(`${kept}next\n`);
});

test("an unrelated file is left unchanged", async () => {
  const path = join(folder, "other.txt");
  await writeFile(path, "Dear diary,\nhalf");

  await expect(reopenExport(path)).rejects.toThrow(/does not end with a change record/);

  expect(await readFile(path, "utf8")).toBe("Dear diary,\nhalf");
});

test("a cursor is stored, and a shorter one replaces a longer one completely", async () => {
  const path = join(folder, "a.cursor");
  const cursor = cursorFile(path);

  const first = await cursor.load();
  await cursor.store("a-long-cursor");
  const second = await cursorFile(path).load();
  await cursor.store("short");
  cursor.settle();

  expect([first, second, await cursorFile(path).load()]).toEqual([undefined, "a-long-cursor", "short"]);
});

test("a cursor file of another program is accepted, and an empty one is rejected", async () => {
  const path = join(folder, "other.cursor");
  await writeFile(path, "c1\n");
  await writeFile(join(folder, "empty.cursor"), "");

  const cursor = cursorFile(path);
  const loaded = await cursor.load();
  await cursor.store("c2");

  expect([loaded, await cursor.load()]).toEqual(["c1", "c2"]);
  await expect(cursorFile(join(folder, "empty.cursor")).load()).rejects.toThrow(/does not contain a cursor/);
});
