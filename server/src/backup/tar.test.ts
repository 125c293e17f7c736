import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderEntry, packTar, type TarEntry, tarChecksum, tarHeader, textEntry, unpackTar } from "./tar.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-tar-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function pack(...entries: TarEntry[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of packTar(each(entries))) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

/** The texts by path; a folder's is undefined. The bytes arrive in pieces that match no block size. */
async function unpack(archive: Buffer): Promise<Record<string, string | undefined>> {
  const pieces = Array.from({ length: Math.ceil(archive.length / 700) }, (_, index) =>
    archive.subarray(index * 700, (index + 1) * 700),
  );
  const found: Record<string, string | undefined> = {};
  for await (const { path, kind, content } of unpackTar(each(pieces))) {
    let text = "";
    for await (const part of content) {
      text += part.toString("utf8");
    }
    found[path] = kind === "file" ? text : undefined;
  }
  return found;
}

test.each([
  ["an empty file", "empty", ""],
  ["a byte less than a block", "less", "x".repeat(511)],
  ["a whole block", "block", "x".repeat(512)],
  ["a byte more", "more", "x".repeat(513)],
  ["a name of 100 bytes", "n".repeat(100), "100"],
  ["a name of 101 bytes", "n".repeat(101), "101"],
  ["a record of pax that grows by its own number", "p".repeat(92 + 150), "long"],
  ["a path longer than ustar can say", Array(5).fill("d".repeat(60)).join("/"), "deep"],
  ["a name in another script", "größe-布", "unicode"],
])("%s is unpacked unchanged, by our own reader and by tar", async (_name, path, text) => {
  const parents = path.split("/").slice(0, -1);
  const folders = parents.map((_part, index) => folderEntry(parents.slice(0, index + 1).join("/")));

  const archive = await pack(...folders, textEntry(path, text), textEntry("behind", "it"));

  const tops = Object.fromEntries(folders.map((entry) => [entry.path, undefined]));
  expect(await unpack(archive)).toEqual({ ...tops, [path]: text, behind: "it" });
  execFileSync("tar", ["-xf", "-", "-C", folder], { input: archive });
  expect(await readFile(join(folder, path), "utf8")).toBe(text);
  expect((await stat(join(folder, path))).mode & 0o777).toBe(0o600);
});

test("a file beyond 8 GiB has its size in the header, readable by tar too", async () => {
  const size = 9 * 1024 ** 3 + 1;
  const header = tarHeader({ path: "large", kind: "file", size, modifiedOn: new Date("2026-01-02T03:04:05Z") });

  const [own] = [await unpackTar(each([header])).next()];
  const listed = spawnSync("tar", ["-tvf", "-"], { input: header, encoding: "utf8", env: { TZ: "UTC" } });

  expect(own?.value).toMatchObject({ path: "large", size, modifiedOn: new Date("2026-01-02T03:04:05Z") });
  expect(listed.stdout).toMatch(/ 9663676417 2026-01-02 03:04.* large\n/);
});

const changed = (block: Buffer, place: number, text: string) => {
  const copy = Buffer.from(block);
  copy.write(text, place, "latin1");
  return copy;
};
const resummed = (block: Buffer) => changed(block, 148, `${tarChecksum(block).toString(8).padStart(6, "0")}\0 `);
const large = tarHeader({ path: "large", kind: "file", size: 9 * 1024 ** 3, modifiedOn: new Date() });
const long = tarHeader({ path: "l".repeat(120), kind: "file", size: 0, modifiedOn: new Date() });
const plain = tarHeader({ path: "plain", kind: "file", size: 0, modifiedOn: new Date() });

test.each([
  ["a path upwards", () => pack(textEntry("../evil", "x")), "is outside the directory"],
  ["a path that goes up on its way", () => pack(textEntry("postgres/../../evil", "x")), "is outside the directory"],
  ["a path from the root", () => pack(textEntry("/etc/evil", "x")), "is outside the directory"],
  ["a long path upwards", () => pack(textEntry(`${"d".repeat(120)}/../../evil`, "x")), "is outside the directory"],
  ["a symbolic link", () => resummed(changed(plain, 156, "2")), "neither a file nor a directory"],
  ["a header that was changed", () => changed(plain, 0, "other"), "wrong checksum"],
  ["a size that is not a number", () => resummed(changed(plain, 124, "zzz")), "cannot be read"],
  ["a size of pax that is not a number", () => changed(large, large.indexOf("size="), "size=x"), "cannot be read"],
  ["a negative size of pax", () => changed(large, large.indexOf("size="), "size=-"), "cannot be read"],
  ["a damaged path of pax", () => changed(long, 512, "999 path="), "cannot be read"],
  ["a sparse file", () => resummed(changed(plain, 156, "S")), "neither a file nor a directory"],
  [
    "an archive that ends in a file",
    async () => (await pack(textEntry("a", "x".repeat(999)))).subarray(0, 900),
    "early",
  ],
  ["an archive without its end", async () => (await pack(textEntry("a", "x"))).subarray(0, 1024), "early"],
])("%s is rejected", async (_name, make, words) => {
  await expect(unpack(await make())).rejects.toThrow(words);
});
