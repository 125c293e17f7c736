import { once } from "node:events";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { RenderedPicture } from "./picture.ts";
import { isPicture } from "./picture-format.ts";
import { PictureRenderer } from "./picture-renderer.ts";
import {
  buildAnimation,
  buildJpeg,
  buildNoisyJpeg,
  buildPng,
  buildPngBomb,
  drawPicture,
  svgWithScript,
} from "./testing/build-pictures.ts";

const renderer = new PictureRenderer();

afterAll(() => renderer.close());

function sourceOf(bytes: Uint8Array) {
  return { size: bytes.length, open: async () => Readable.from([bytes]) };
}

function render(bytes: Uint8Array, by = renderer) {
  return by.render("org0000000000001", sourceOf(bytes));
}

async function rendered(bytes: Uint8Array): Promise<RenderedPicture> {
  const outcome = await render(bytes);
  if (outcome.kind === "failed") {
    throw new Error(outcome.failure);
  }
  return outcome.picture;
}

async function thumbnailOf({ ranges, thumbnails }: RenderedPicture, size: number) {
  const range = ranges.find((one) => one.size === size);
  const bytes = Buffer.from(thumbnails).subarray(range?.first, (range?.last ?? 0) + 1);
  const { format, width, height, exif, pages } = await sharp(bytes).metadata();
  const { dominant } = await sharp(bytes).stats();
  return { format, width, height, exif, pages, dominant };
}

const reddish = expect.stringMatching(/^#[b-e].[0-2].[0-2].$/);

describe("pictures that are shown", () => {
  test("a photo has thumbnails of all sizes, none larger than itself", async () => {
    const picture = await rendered(await buildJpeg({ width: 600, height: 300 }));

    expect(picture).toMatchObject({ width: 600, height: 300, dominantColor: reddish });
    const sizes = await Promise.all(picture.ranges.map(({ size }) => thumbnailOf(picture, size)));
    expect(sizes.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual([
      "webp 96x48",
      "webp 240x120",
      "webp 480x240",
      "webp 600x300",
    ]);
  });

  test.each([
    ["a JPEG in CMYK", async () => drawPicture({ width: 40, height: 30 }).toColourspace("cmyk").jpeg().toBuffer()],
    ["a PNG of 16 bits", async () => drawPicture({ width: 40, height: 30 }).toColourspace("rgb16").png().toBuffer()],
    ["a PNG with an alpha channel", async () => drawPicture({ width: 40, height: 30 }).ensureAlpha().png().toBuffer()],
    ["a wide gamut", async () => drawPicture({ width: 40, height: 30 }).withIccProfile("p3").jpeg().toBuffer()],
    ["a TIFF", async () => drawPicture({ width: 40, height: 30 }).tiff().toBuffer()],
    ["an AVIF", async () => drawPicture({ width: 40, height: 30 }).avif().toBuffer()],
    ["the first frame of a GIF", async () => buildAnimation("gif")],
    ["the first frame of a WebP", async () => buildAnimation("webp")],
  ])("%s", async (_name, build) => {
    const bytes = await build();
    const picture = await rendered(bytes);

    expect(isPicture(bytes)).toBe(true);
    expect(picture).toMatchObject({ width: 40, height: 30, dominantColor: reddish });
    const { dominant, ...thumbnail } = await thumbnailOf(picture, 960);
    expect(thumbnail).toMatchObject({ format: "webp", width: 40, height: 30, pages: undefined });
    expect(dominant.r).toBeGreaterThan(dominant.b + 100);
  });

  test("a photo is turned as its EXIF says, and the thumbnail has no metadata", async () => {
    const exif = { IFD0: { Copyright: "Weft" } };
    const photo = drawPicture({ width: 600, height: 300 }).withExif(exif).withMetadata({ orientation: 6 });
    const picture = await rendered(await photo.jpeg().toBuffer());

    expect(picture).toMatchObject({ width: 300, height: 600 });
    expect(await thumbnailOf(picture, 96)).toMatchObject({ width: 48, height: 96, exif: undefined });
  });

  test("a gray picture and a single pixel", async () => {
    const gray = await rendered(await drawPicture({ width: 40, height: 30 }).grayscale().png().toBuffer());
    const pixel = await rendered(await buildPng({ width: 1, height: 1 }));

    expect(gray.dominantColor).toMatch(/^#(..)\1\1$/);
    expect(pixel).toMatchObject({ width: 1, height: 1 });
    expect(await thumbnailOf(pixel, 480)).toMatchObject({ width: 1, height: 1 });
  });
});

describe("pictures that are not shown", () => {
  test("a PNG of a few bytes with 900 megapixels is not decoded", async () => {
    const bomb = buildPngBomb({ width: 30_000, height: 30_000 });

    expect(bomb.length).toBeLessThan(1_000);
    expect(await render(bomb)).toEqual({ kind: "failed", failure: "too-large" });
  });

  test("a truncated picture is unreadable", async () => {
    const jpeg = await buildNoisyJpeg({ width: 300, height: 300 });
    const cut = jpeg.subarray(0, jpeg.length / 2);

    expect(await render(cut)).toEqual({ kind: "failed", failure: "unreadable" });
    expect(await render(buildPngBomb({ width: 1_000, height: 1_000 }))).toEqual({
      kind: "failed",
      failure: "unreadable",
    });
  });

  test.each([
    ["text", Buffer.from("not a picture")],
    ["an SVG", svgWithScript],
    ["an SVG with a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svgWithScript])],
    ["a PDF", Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF")],
    ["nothing", Buffer.alloc(0)],
    ["a HEIC photo", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
  ])("%s has no thumbnail", async (_name, bytes) => {
    expect(isPicture(bytes)).toBe(false);
    expect(await render(bytes)).toEqual({ kind: "failed", failure: "unreadable" });
  });
});

describe("the process", () => {
  test("a picture that takes too long or too much memory ends it", async () => {
    // Large enough to be seen while it is rendered.
    const jpeg = await buildJpeg({ width: 4000, height: 3000 });
    const hurried = new PictureRenderer({ cpuMsMax: 0 });
    const small = new PictureRenderer({ memoryBytesMax: 1_000_000 });

    expect(await render(jpeg, hurried)).toEqual({ kind: "failed", failure: "too-large" });
    expect(await render(jpeg, small)).toEqual({ kind: "failed", failure: "too-large" });
    expect(hurried.processId ?? small.processId).toBeUndefined();
  });

  test("a picture that ends two processes is unreadable", async () => {
    const jpeg = await buildJpeg({ width: 40, height: 30 });
    const hanging = new PictureRenderer({ renderMsMax: 0 });

    expect(await render(jpeg, hanging)).toEqual({ kind: "failed", failure: "unreadable" });
    expect(hanging.processId).toBeUndefined();
  });

  test("a picture whose process is killed is rendered by another one", async () => {
    const own = new PictureRenderer();
    const jpeg = await buildJpeg({ width: 40, height: 30 });
    let opened = 0;
    const open = async () => {
      opened += 1;
      if (opened > 1) return Readable.from([jpeg]);
      // The first process is killed when it has a part of the picture.
      return Readable.from(
        (async function* () {
          yield jpeg.subarray(0, 100);
          process.kill(own.processId ?? 0, "SIGKILL");
          yield jpeg.subarray(100);
        })(),
      );
    };

    const outcome = await own.render("org0000000000001", { size: jpeg.length, open });

    expect(outcome.kind).toBe("rendered");
    expect(opened).toBe(2);
    own.close();
  });

  test("it is kept for the next picture, replaced after some, and ends when idle", async () => {
    const own = new PictureRenderer({ picturesMax: 3, idleMs: 50 });
    const jpeg = await buildJpeg({ width: 40, height: 30 });

    await render(jpeg, own);
    const first = own.processId;
    await render(jpeg, own);
    const second = own.processId;
    await render(jpeg, own);
    const third = own.processId;

    expect([first, third]).toEqual([second, undefined]);
    await render(jpeg, own);
    await vi.waitUntil(() => own.processId === undefined);
  });

  test("a source that fails is not an outcome of the picture", async () => {
    const jpeg = await buildJpeg({ width: 40, height: 30 });
    const failing = {
      size: jpeg.length,
      open: async () =>
        Readable.from(
          (async function* () {
            yield jpeg.subarray(0, 10);
            throw new Error("the store is gone");
          })(),
        ),
    };

    await expect(renderer.render("org0000000000001", failing)).rejects.toThrow("the store is gone");
    expect((await render(jpeg)).kind).toBe("rendered");
  });

  test("a source that ends early is unreadable", async () => {
    const jpeg = await buildJpeg({ width: 40, height: 30 });

    const outcome = await renderer.render("org0000000000001", { ...sourceOf(jpeg), size: jpeg.length + 1 });

    expect(outcome).toEqual({ kind: "failed", failure: "unreadable" });
  });

  test("too many waiting pictures are rejected, and a stop rejects all", async () => {
    const own = new PictureRenderer({ waitingMax: 1 });
    const jpeg = await buildJpeg({ width: 40, height: 30 });
    const started = new AbortController();
    const opened = once(started.signal, "abort");
    const stuck = {
      size: jpeg.length,
      open: async () => {
        started.abort();
        return new Readable({ read() {} });
      },
    };
    const first = own.render("org0000000000001", stuck);
    const second = render(jpeg, own);
    const third = render(jpeg, own);

    await expect(third).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
    await opened;
    own.close();
    await expect(second).rejects.toMatchObject({ code: "unavailable" });
    await expect(first).rejects.toMatchObject({ code: "unavailable" });
  });
});
