import { chmod, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FolderBlobStore } from "./folder-blob-store.ts";
import { describeBlobStore } from "./testing/describe-blob-store.ts";

let folder: string;
let store: FolderBlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-blobs-"));
  store = new FolderBlobStore(join(folder, "files"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describeBlobStore("a folder", () => store);

async function pathsBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

async function pathOf(key: string): Promise<string> {
  const found = (await pathsBelow(folder)).find((path) => path.includes(key.replaceAll("/", ".")));
  if (found === undefined) {
    throw new Error(`${key} is not on disk.`);
  }
  return found;
}

test("files are readable only by their owner, and a failed one leaves nothing", async () => {
  await store.put("private/one", Readable.from([Buffer.from("x")]));

  const path = await pathOf("private/one");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
  expect((await pathsBelow(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a full disk is reported as such, and leaves nothing", async () => {
  await store.put("full/disk", Readable.from([Buffer.from("x")]));
  const path = await pathOf("full/disk");
  await store.delete("full/disk");
  // Every write to it fails with a full disk.
  await symlink("/dev/full", `${path}.part`);

  const put = store.put("full/disk", Readable.from(Array(100).fill(Buffer.alloc(100_000)), { objectMode: false }));

  await expect(put).rejects.toMatchObject({ code: "storage-full", status: 507 });
  expect(await store.size("full/disk")).toBeUndefined();
  expect((await pathsBelow(folder)).filter((name) => name.startsWith(path))).toEqual([]);
});

test("an unusable folder is reported as an unavailable store", async () => {
  const path = join(folder, "no-folder");
  await writeFile(path, "");
  await chmod(path, 0o600);
  const broken = new FolderBlobStore(path);

  await expect(broken.put("a/b", Readable.from([]))).rejects.toMatchObject({ code: "unavailable" });
  await expect(broken.size("a/b")).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
});

test("what an interrupted put has left is deleted with the blob", async () => {
  await store.put("interrupted/one", Readable.from([Buffer.from("x")]));
  const path = await pathOf("interrupted/one");
  await writeFile(`${path}.part`, "half");

  await store.delete("interrupted/one");

  expect((await pathsBelow(folder)).filter((name) => name.startsWith(path))).toEqual([]);
});
