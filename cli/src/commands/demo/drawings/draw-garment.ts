import { bottoms } from "./bottoms.ts";
import { accessories, footwear } from "./footwear-and-accessories.ts";
import { pngPainter } from "./indexed-png.ts";
import { rasterize } from "./rasterize.ts";
import { type Shape, sheet } from "./shapes.ts";
import { tops } from "./tops.ts";

const drawings: ReadonlyMap<string, readonly Shape[]> = new Map(
  [tops, bottoms, footwear, accessories].flatMap((part) => Object.entries(part)),
);

/** Draws a garment flat, as a PNG in any color: drawGarment("Parka")("1c2a4a"). */
export function drawGarment(name: string): (clothHex: string) => Uint8Array {
  return pngPainter(rasterize(shapesOf(name)));
}

export function shapesOf(name: string): Shape[] {
  const shapes = drawings.get(name);
  if (shapes === undefined) throw new RangeError(`No drawing of ${name}.`);
  return centered(shapes);
}

const margin = 5;
/** Shorts stay shorter than trousers. */
const enlargementMax = 1.3;

/** In the middle of the sheet, enlarged to fill it. */
function centered(shapes: readonly Shape[]): Shape[] {
  const points = shapes.flatMap((shape) => shape.points);
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const scale = Math.min(
    enlargementMax,
    (sheet.width - 2 * margin) / (right - left),
    (sheet.height - 2 * margin) / (bottom - top),
  );
  return shapes.map(({ width, ...shape }) => ({
    ...shape,
    width: width === undefined ? undefined : width * scale,
    points: shape.points.map(({ x, y }) => ({
      x: sheet.width / 2 + (x - (left + right) / 2) * scale,
      y: sheet.height / 2 + (y - (top + bottom) / 2) * scale,
    })),
  }));
}
