import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../testing/desk.ts";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

describe("files", () => {
  test("20 MB are uploaded and downloaded unchanged, and nothing is overwritten without --force", async () => {
    const bytes = randomBytes(20_000_000);
    await writeFile(join(desk.folder, "twenty.bin"), bytes);

    const uploaded = await desk.json("files", "upload", "twenty.bin");
    const refused = await desk.weft(["files", "download", uploaded.id]);
    const saved = await desk.weft(["files", "download", uploaded.id, "--output", "copy.bin"]);
    await writeFile(join(desk.folder, "copy2.bin"), "something else");
    const forced = await desk.json("files", "download", uploaded.id, "--output", "copy2.bin", "--force");

    expect(uploaded).toMatchObject({
      fileName: "twenty.bin",
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(refused).toMatchObject({
      code: 5,
      stdout: "",
      stderr: expect.stringContaining("twenty.bin already exists."),
    });
    expect(saved).toMatchObject({ code: 0, stdout: "copy.bin\n" });
    expect((await readFile(join(desk.folder, "copy.bin"))).equals(bytes)).toBe(true);
    expect(forced).toEqual({ id: uploaded.id, path: "copy2.bin" });
    expect((await readFile(join(desk.folder, "copy2.bin"))).equals(bytes)).toBe(true);
    expect((await readdir(desk.folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("several files are uploaded by one command, one line each; one from standard input with a name", async () => {
    await writeFile(join(desk.folder, "a.txt"), "first");
    await writeFile(join(desk.folder, "b.txt"), "second");

    const several = await desk.weft(["files", "upload", "a.txt", "b.txt", "--json"]);
    const piped = await desk.weft(
      ["files", "upload", "-", "--name", "piped.txt", "--content-type", "text/plain", "--json"],
      "third",
    );
    const printed = await desk.weft(["files", "download", JSON.parse(piped.stdout).id, "--output", "-"]);

    const [first, second] = several.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([first.fileName, second.fileName]).toEqual(["a.txt", "b.txt"]);
    expect(JSON.parse(piped.stdout)).toMatchObject({ fileName: "piped.txt", contentType: "text/plain", size: 5 });
    expect(printed).toMatchObject({ code: 0, stdout: "third" });
  });

  test("a name with a path stays in this folder", async () => {
    await writeFile(join(desk.folder, "inner.txt"), "first");
    const { id } = await desk.json("files", "upload", "inner.txt", "--name", "..\\..\\evil.txt");

    const { stdout } = await desk.weft(["files", "download", id]);

    expect(stdout).toMatch(/^[^/\\]*evil\.txt\n$/);
    expect(await readFile(join(desk.folder, stdout.trim()), "utf8")).toBe("first");
  });

  test.each([
    [["files", "upload", "missing.txt"], 1],
    [["files", "upload", "-"], 2],
    [["files", "upload", "a.txt", "b.txt", "--name", "c.txt"], 2],
    [["files", "download", "AP6U2iy1Fw9WV_Qi"], 3],
    [["files", "download", "AP6U2iy1Fw9WV_Qi", "--output", "-", "--json"], 2],
  ])("weft %j exits with %i", async (args, code) => {
    expect(await desk.weft(args)).toMatchObject({ code, stdout: "" });
  });
});
