import { crc32, deflateSync } from "node:zlib";
import type { Raster } from "./rasterize.ts";
import type { Ink } from "./shapes.ts";

type Rgb = readonly [number, number, number];

/** Colors a drawing. The pixels are compressed once: only the palette of the picture depends on the cloth. */
export function pngPainter({ width, height, pixels, mixes }: Raster): (clothHex: string) => Uint8Array {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, by palette.
  header.set([8, 3, 0, 0, 0], 8);
  const start = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", header)]);
  const end = Buffer.concat([chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
  return (clothHex) => {
    const colors = inkColors(clothHex);
    const palette = mixes.flatMap(({ first, second, share }) => {
      if (first === "nothing") return colors[second];
      return second === "nothing" ? colors[first] : blend(colors[second], colors[first], share);
    });
    const opacities = mixes.map(({ first, second, share }) =>
      Math.round(255 * (first === "nothing" ? 1 - share : second === "nothing" ? share : 1)),
    );
    return Buffer.concat([start, chunk("PLTE", Buffer.from(palette)), chunk("tRNS", Buffer.from(opacities)), end]);
  };
}

function chunk(name: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(name, 4, "latin1");
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
const trim: Rgb = [236, 231, 221];

/** Lines are darker than the cloth, and lighter on dark cloth. */
function inkColors(clothHex: string): Readonly<Record<Ink, Rgb>> {
  const value = Number.parseInt(clothHex, 16);
  const cloth: Rgb = [value >> 16, (value >> 8) & 255, value & 255];
  const [red, green, blue] = cloth;
  const isDark = 0.3 * red + 0.59 * green + 0.11 * blue < 90;
  return {
    nothing: white,
    cloth,
    shade: blend(cloth, black, isDark ? 0.35 : 0.16),
    light: blend(cloth, white, isDark ? 0.12 : 0.3),
    line: isDark ? blend(cloth, white, 0.42) : blend(cloth, black, 0.55),
    trim,
  };
}

function blend(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}
