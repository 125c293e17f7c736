import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { IssueList } from "../load-issue.ts";
import type { Encoding } from "./encoding.ts";
import { findEncoding } from "./open-bytes.ts";
import { inChunks, readAll } from "./testing/read-all.ts";

const text = "näme,€\nCrème brûlée,😀\n";
const western = "näme,€\nCrème brûlée,“x”\n";
const utf16le = Buffer.from(text, "utf16le");
const utf16be = Buffer.from(utf16le).swap16();

interface Case {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly warnings: number;
}

const cases: readonly Case[] = [
  { name: "UTF-8", bytes: Buffer.from(text), encoding: "utf-8", warnings: 0 },
  { name: "UTF-8 with a mark", bytes: Buffer.from(`\ufeff${text}`), encoding: "utf-8", warnings: 0 },
  { name: "UTF-16LE", bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le]), encoding: "utf-16le", warnings: 0 },
  { name: "UTF-16BE", bytes: Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be]), encoding: "utf-16be", warnings: 0 },
  { name: "Windows-1252", bytes: toWindows1252(western), encoding: "windows-1252", warnings: 1 },
  { name: "an empty file", bytes: Buffer.alloc(0), encoding: "utf-8", warnings: 0 },
];

test.each(cases)("$name is detected", async ({ bytes, encoding, warnings }) => {
  for (const chunkBytes of [1_000_000, 3, 1]) {
    const issues = new IssueList();

    expect(await findEncoding(inChunks(bytes, chunkBytes), issues)).toBe(encoding);
    expect(issues.all).toHaveLength(warnings);
  }
});

test.each(cases.slice(0, -1))("$name is read with the detected encoding", async ({ bytes, encoding }) => {
  const [header, row] = (encoding === "windows-1252" ? western : text).split("\n");

  for (const chunkBytes of [1_000_000, 3, 1]) {
    const read = await readAll(inChunks(bytes, chunkBytes), { encoding });

    expect(read).toMatchObject({ encoding, headers: header?.split(","), warnings: [] });
    expect(read.rows).toEqual([{ number: 2, cells: row?.split(",") }]);
  }
});

test("a late byte determines the encoding of the whole file", async () => {
  const bytes = Buffer.concat([Buffer.from(`a,b\n${"1,2\n".repeat(100_000)}`), toWindows1252("Crème,2\n")]);
  const issues = new IssueList();

  const encoding = await findEncoding(inChunks(bytes, 65_536), issues);
  const { rows } = await readAll(inChunks(bytes, 65_536), { encoding });

  expect(encoding).toBe("windows-1252");
  expect(rows.at(-1)).toEqual({ number: 100_002, cells: ["Crème", "2"] });
  expect(issues.all).toMatchObject([{ severity: "warning", message: expect.stringContaining("Windows-1252") }]);
});

test("every byte of Windows-1252 is decoded as on the web", async () => {
  const bytes = Buffer.from([...Buffer.from("a\n"), ...Array.from({ length: 128 }, (_, index) => index + 128)]);
  const c1 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
  const latin = Array.from({ length: 96 }, (_, index) => String.fromCharCode(index + 160)).join("");

  const { rows } = await readAll(inChunks(bytes, 3), { encoding: "windows-1252" });

  expect(rows).toEqual([{ number: 2, cells: [c1 + latin] }]);
});

test("a truncated character at the end is not UTF-8", async () => {
  const bytes = Buffer.from("a,b\n1,é").subarray(0, -1);

  expect(await findEncoding(inChunks(bytes, 3), new IssueList())).toBe("windows-1252");
});

test.each(["\ufeffa,b\n", "a,b\n\u00ff"])("detection on %j closes the file", async (start) => {
  const stream = Readable.from([Buffer.from(start, "utf8"), Buffer.from([0xff]), Buffer.from("1,2\n")]);

  await findEncoding(stream, new IssueList());

  expect(stream.destroyed).toBe(true);
});

test("a file that is not text is rejected at once", async () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

  await expect(findEncoding(inChunks(png, 1), new IssueList())).rejects.toThrow("PNG");
});

test("a byte order mark wins over the given encoding, with a warning", async () => {
  const read = await readAll(inChunks(Buffer.from(`\ufeff${text}`), 3), { encoding: "windows-1252" });

  expect(read).toMatchObject({ encoding: "utf-8", headers: ["näme", "€"] });
  expect(read.warnings).toMatchObject([{ issueType: "CONFIG", severity: "warning" }]);
});

test("UTF-16 without a byte order mark is read if the encoding is given", async () => {
  const read = await readAll(inChunks(utf16be, 3), { encoding: "utf-16be" });

  expect(read.headers).toEqual(["näme", "€"]);
});

function toWindows1252(characters: string): Buffer {
  const codes = new Map([
    ["€", 0x80],
    ["“", 0x93],
    ["”", 0x94],
  ]);
  return Buffer.from(Array.from(characters, (character) => codes.get(character) ?? character.charCodeAt(0)));
}
