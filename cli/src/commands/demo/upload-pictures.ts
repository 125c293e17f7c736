import type { DemoContext } from "./demo-context.ts";
import { drawGarment } from "./drawings/draw-garment.ts";
import type { Style, StyleOption } from "./make-collection.ts";

/** The id of the picture of an option. */
export type PictureIds = (style: Style, option: StyleOption) => string;

const uploadsAtOnce = 6;
const namesOfLookup = 100;

/** Draws each garment in each of its colors, and uploads what an interrupted run has not. */
export async function uploadPictures(context: DemoContext, share: readonly [number, number]): Promise<PictureIds> {
  const hexOfColors = colorsByGarment(context.collection);
  const total = [...hexOfColors.values()].reduce((sum, { size }) => sum + size, 0);
  const ids = await findPictures(
    context,
    [...hexOfColors].flatMap(([garment, colors]) => [...colors.keys()].map((color) => fileNameOf(garment, color))),
  );
  let done = 0;
  for (const [garment, colors] of hexOfColors) {
    const missing = [...colors].filter(([color]) => !ids.has(fileNameOf(garment, color)));
    const draw = missing.length === 0 ? undefined : drawGarment(garment);
    const upload = async ([color, hex]: readonly [string, string]) => {
      const fileName = fileNameOf(garment, color);
      const picture = { file: draw?.(hex) ?? new Uint8Array(), fileName, contentType: "image/png" };
      const { id } = await context.weft.files.upload({ ...picture, signal: context.signal });
      ids.set(fileName, id);
    };
    for (let first = 0; first < missing.length; first += uploadsAtOnce) {
      await Promise.all(missing.slice(first, first + uploadsAtOnce).map(upload));
    }
    done += colors.size;
    context.onProgress("Pictures", share[0] + ((share[1] - share[0]) * done) / total, `${done} of ${total}`);
  }
  return (style, option) => ids.get(fileNameOf(style.garment.name, option.color.name)) ?? "";
}

function colorsByGarment(collection: readonly Style[]): Map<string, Map<string, string>> {
  const colors = new Map<string, Map<string, string>>();
  for (const { garment, options } of collection) {
    const known = colors.get(garment.name) ?? new Map<string, string>();
    for (const { color } of options) known.set(color.name, color.hex);
    colors.set(garment.name, known);
  }
  return colors;
}

/** parka-navy.png. */
function fileNameOf(garment: string, color: string): string {
  return `${garment} ${color}.png`.toLowerCase().replaceAll(" ", "-");
}

async function findPictures({ weft, signal }: DemoContext, names: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let first = 0; first < names.length; first += namesOfLookup) {
    const criteria = { fileName: names.slice(first, first + namesOfLookup), status: "completed" };
    const { results } = await weft.files.list({ criteria, limit: 1000, signal });
    for (const { id, fileName } of results) ids.set(fileName, id);
  }
  return ids;
}
