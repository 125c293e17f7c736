import { describe, expect, test } from "vitest";
import { zipOf } from "../testing/zip-of.ts";
import { readZip } from "./read-zip.ts";

async function textsIn(zip: Buffer): Promise<Record<string, string>> {
  const entries = await readZip(new Blob([new Uint8Array(zip)]));
  const texts = entries.map(async ({ name, read }) => [name, Buffer.from(await read()).toString()] as const);
  return Object.fromEntries(await Promise.all(texts));
}

test("files are read with their folders, compressed or not; folders are omitted", async () => {
  const zip = zipOf([
    { name: "photos/", text: "", method: 0 },
    { name: "photos/größe.jpg", text: "pixels ".repeat(1_000) },
    { name: "b.png", text: "as is", method: 0 },
    { name: "empty.gif", text: "" },
  ]);

  expect(await textsIn(zip)).toEqual({
    "photos/größe.jpg": "pixels ".repeat(1_000),
    "b.png": "as is",
    "empty.gif": "",
  });
});

test("a comment after the end is allowed", async () => {
  expect(await textsIn(zipOf([{ name: "a.jpg", text: "a" }], "made by a camera"))).toEqual({ "a.jpg": "a" });
});

test("a source is read in ranges", async () => {
  const zip = zipOf([{ name: "a.jpg", text: "a".repeat(100_000), method: 0 }]);
  const starts: number[] = [];
  const stream = (start: number) => {
    starts.push(start);
    return new Blob([new Uint8Array(zip.subarray(start))]).stream();
  };

  const [entry] = await readZip({ size: zip.length, stream });

  expect(entry).toMatchObject({ name: "a.jpg", size: 100_000 });
  expect(starts.every((start) => start > 0)).toBe(true);
  expect((await entry?.read())?.length).toBe(100_000);
});

describe("what is not an archive, or cannot be read, is an error", () => {
  test.each([
    ["a text", Buffer.from("no archive"), "The file is not a zip archive."],
    ["nothing", Buffer.alloc(0), "The file is not a zip archive."],
    ["a cut archive", zipOf([{ name: "a.jpg", text: "a" }]).subarray(20), "The zip archive is damaged."],
    ["a password", zipOf([{ name: "a.jpg", text: "a", flags: 1 }]), "a.jpg is encrypted."],
    ["another compression", zipOf([{ name: "a.jpg", text: "a", method: 14 }]), "unsupported compression"],
  ])("%s", async (_, zip, message) => {
    await expect(textsIn(zip)).rejects.toThrow(message);
  });

  test("an entry that is larger than stated is cut there, and a smaller one is damaged", async () => {
    const zip = zipOf([{ name: "a.jpg", text: "x".repeat(1_000) }]);
    const stated = (size: number) => {
      const changed = Buffer.from(zip);
      changed.writeUInt32LE(size, changed.indexOf("504b0102", 0, "hex") + 24);
      return changed;
    };

    expect(await textsIn(stated(10))).toEqual({ "a.jpg": "x".repeat(10) });
    await expect(textsIn(stated(2_000))).rejects.toThrow("The zip archive is damaged.");
  });
});
