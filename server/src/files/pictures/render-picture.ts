import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp";
import {
  type PictureFailure,
  pixelsMax,
  type RenderedPicture,
  type RenderOutcome,
  type ThumbnailRange,
  thumbnailSizes,
} from "./picture.ts";

// A process that makes few pictures gains nothing from a cache, and one thread is enough beside the service.
sharp.cache(false);
sharp.concurrency(1);
// Only what isPicture accepts: the other loaders of libvips, such as those of SVG and PDF, are code that no file reaches.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map((format) => `VipsForeignLoad${format}Buffer`),
});

/** Effort 4 with smart subsampling takes three times the processor time, for files of the same size. */
const webp = { quality: 80, effort: 2 } as const;

/**
 * The facts and the thumbnails of a picture, from a single pass over it: turned as its EXIF says, in sRGB, without
 * metadata, and the first frame of an animation. The only function that uses sharp; it runs in the picture process.
 */
export async function renderPicture(bytes: Uint8Array): Promise<RenderOutcome> {
  try {
    return { kind: "rendered", picture: await render(bytes) };
  } catch (error) {
    return { kind: "failed", failure: failureOf(error) };
  }
}

async function render(bytes: Uint8Array): Promise<RenderedPicture> {
  // Warnings, such as of unknown tags, are common in photos that every viewer shows.
  const source = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error", sequentialRead: true, pages: 1 });
  const { width, height } = shownSize(await source.metadata());
  const largest = fitting(source.autoOrient(), 960).toColourspace("srgb");
  const { data, info } = await largest.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { thumbnails, ranges } = await encodeAll(data, info);
  return { width, height, dominantColor: await dominantColorOf(data, info), thumbnails, ranges };
}

function shownSize({ autoOrient }: Metadata) {
  return { width: autoOrient.width, height: autoOrient.height };
}

function fitting(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
}

/** A size that the picture does not reach shares the bytes of the one below. */
async function encodeAll(data: Buffer, info: OutputInfo) {
  const parts: Buffer[] = [];
  const ranges: ThumbnailRange[] = [];
  for (const size of thumbnailSizes) {
    const below = ranges.at(-1);
    if (below !== undefined && below.size >= Math.max(info.width, info.height)) {
      ranges.push({ ...below, size });
      continue;
    }
    const first = below === undefined ? 0 : below.last + 1;
    const part = await fitting(fromRaw(data, info), size).webp(webp).toBuffer();
    parts.push(part);
    ranges.push({ size, first, last: first + part.length - 1 });
  }
  return { thumbnails: Buffer.concat(parts), ranges };
}

function fromRaw(data: Buffer, { width, height, channels }: OutputInfo): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Of the picture on white: what is transparent has no color. */
async function dominantColorOf(data: Buffer, info: OutputInfo): Promise<string> {
  const small = await fitting(fromRaw(data, info), 96)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { dominant } = await fromRaw(small.data, small.info).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function failureOf(error: unknown): PictureFailure {
  const message = error instanceof Error ? error.message : "";
  return /exceeds pixel limit/i.test(message) ? "too-large" : "unreadable";
}
