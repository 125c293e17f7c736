import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { garments } from "../garments.ts";
import { drawGarment, shapesOf } from "./draw-garment.ts";
import { pictureSize } from "./rasterize.ts";
import { inks, pointsOf, sheet } from "./shapes.ts";

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png);
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.push({ name: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunkOf(png: Uint8Array, name: string): Buffer {
  return chunksOf(png).find((chunk) => chunk.name === name)?.data ?? Buffer.alloc(0);
}

test.each(garments.map(({ name }) => name))("%s has a drawing in the middle of the sheet", (name) => {
  const points = shapesOf(name).flatMap((shape) => shape.points);

  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(sheet.width);
  expect(Math.min(...ys) + Math.max(...ys)).toBeCloseTo(sheet.height);
  expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(4.99);
});

test("a picture has all its rows, a palette, and nothing but cloth inside a shape", () => {
  const png = drawGarment("T-Shirt")("1c2a4a");
  const rows = inflateSync(chunkOf(png, "IDAT"));

  const { width, height } = pictureSize;
  expect(rows).toHaveLength((width + 1) * height);
  expect(chunkOf(png, "PLTE").length / 3).toBeLessThanOrEqual(256);
  expect(rows[(height / 2) * (width + 1) + 1 + width / 2]).toBe(inks.indexOf("cloth"));
  expect(rows[1]).toBe(inks.indexOf("nothing"));
});

test("colors differ only in the palette, and the cloth has exactly the color", () => {
  const draw = drawGarment("Parka");

  const [navy, rust] = [draw("1c2a4a"), draw("b0522d")];

  expect(chunkOf(navy, "IDAT").equals(chunkOf(rust, "IDAT"))).toBe(true);
  expect(chunkOf(navy, "PLTE").subarray(3, 6).toString("hex")).toBe("1c2a4a");
  expect(chunkOf(rust, "PLTE").subarray(3, 6).toString("hex")).toBe("b0522d");
  expect(chunkOf(navy, "tRNS")[0]).toBe(0);
});

test("a garment without a drawing is an error", () => {
  expect(() => drawGarment("Ski Boot")).toThrow("No drawing of Ski Boot.");
});

test.each([
  ["M1 2 L3 4", 2, { x: 3, y: 4 }],
  ["M1 2 L3 4 5 6", 3, { x: 5, y: 6 }],
  ["M0 0 Q5 0 10 10", 15, { x: 10, y: 10 }],
  ["M0 0 C0 -2.5 5 0 8 8", 15, { x: 8, y: 8 }],
])("the path %s has %i points", (path, count, last) => {
  const points = pointsOf(path);

  expect(points).toHaveLength(count);
  expect(points.at(-1)).toEqual(last);
});
