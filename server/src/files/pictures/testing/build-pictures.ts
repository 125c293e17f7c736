import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

const red = { r: 200, g: 16, b: 16 };
const blue = { r: 16, g: 16, b: 200 };

export interface SizeOfPicture {
  readonly width: number;
  readonly height: number;
}

/** A plain picture. */
export function drawPicture({ width, height }: SizeOfPicture, background = red): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

export function buildPng(size: SizeOfPicture): Promise<Buffer> {
  return drawPicture(size).png().toBuffer();
}

export function buildJpeg(size: SizeOfPicture): Promise<Buffer> {
  return drawPicture(size).jpeg().toBuffer();
}

/** Some pixels in each color, so that its bytes are many and can be cut. */
export function buildNoisyJpeg(size: SizeOfPicture): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  return sharp({ create: { ...size, channels: 3, background: red, noise } })
    .jpeg()
    .toBuffer();
}

/** Two frames: the first is red, the second blue. */
export async function buildAnimation(format: "gif" | "webp"): Promise<Buffer> {
  const frames = await Promise.all(
    [red, blue].map((color) => drawPicture({ width: 40, height: 30 }, color).png().toBuffer()),
  );
  const animation = sharp(frames, { join: { animated: true } });
  return (format === "gif" ? animation.gif({ delay: [100, 100] }) : animation.webp()).toBuffer();
}

/** A PNG of a few bytes whose header claims any size. */
export function buildPngBomb({ width, height }: SizeOfPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of gray.
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

export const svgWithScript = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>alert(1)</script></svg>',
);
