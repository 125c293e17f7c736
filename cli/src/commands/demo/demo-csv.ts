import type { LoaderProcessCreate } from "@weft/client";
import type { Style, StyleOption } from "./make-collection.ts";
import { palette } from "./palette.ts";
import type { Line, Season } from "./seasons.ts";
import { sizeRuns } from "./size-runs.ts";
import type { PictureIds } from "./upload-pictures.ts";

/** A file to load, with its configuration. */
export interface DemoLoad {
  readonly fileName: string;
  readonly csv: string;
  readonly config: LoaderProcessCreate;
}

export function colorLoad(): DemoLoad {
  const rows = palette.map(({ federatedId, name, hex, tone }) => [federatedId, name, `#${hex}`, tone]);
  return {
    fileName: "demo-colors.csv",
    csv: csvOf([["federatedId", "name", "hex", "Tone"], ...rows]),
    config: { loadType: ["COLOR"] },
  };
}

/** The columns of a season's line sheet. */
type Cell = (style: Style, option: StyleOption, row: RowContext) => string | number | undefined;

interface RowContext {
  readonly season: Season;
  readonly rank: number;
  readonly pictures: PictureIds;
}

const columns: readonly (readonly [string, Cell])[] = [
  ["Style", ({ federatedId }) => federatedId],
  ["SKU", (_, { federatedId }) => federatedId],
  ["Style name", ({ name }) => name],
  ["Color", (_, { color }) => color.name],
  ["Type", ({ garment }) => `item:product:${garment.type}`],
  ["Category", ({ garment }) => garment.category],
  ["Gender", ({ garment }) => garment.gender],
  ["Fit", ({ fit }) => fit],
  ["Composition", ({ composition }) => composition],
  ["Fabric weight", ({ fabricWeight }) => fabricWeight],
  ["Care", ({ care }) => care.join(", ")],
  ["Supplier", ({ supplier }) => supplier.federatedId],
  ["Retail price", ({ retailPrice }) => retailPrice.toFixed(2)],
  ["Cost price", ({ costPrice }) => costPrice.toFixed(2)],
  ["Certified", ({ composition }) => String(/organic|recycled/.test(composition ?? ""))],
  ["Color code", (_, { color }) => color.federatedId],
  ["Size run", ({ garment }) => sizeRuns[garment.sizeRun].federatedId],
  ["Sizes", (_, { sizes }) => sizes.join(",")],
  ["EAN", (_, { ean }) => ean],
  ["In store", (_, { inStore }, { season }) => inStore[season.key]],
  ["Target quantity", (_, { targetQuantity }) => targetQuantity],
  ["Line", (_, { line }) => line],
  ["Rank", (_style, _option, { rank }) => rank],
  // A style shows its first color.
  ["pictureFamily", (style, option, { pictures }) => pictures(style, style.options[0] ?? option)],
  ["pictureOption", (style, option, { pictures }) => pictures(style, option)],
];

/** The line sheet of a season: one row per color and style. */
export function seasonLoad(collection: readonly Style[], season: Season, pictures: PictureIds): DemoLoad {
  const rows = collection
    .filter((style) => style.seasons.includes(season))
    .flatMap((style, index) =>
      style.options.map((option) =>
        columns.map(([, cell]) => cell(style, option, { season, rank: index + 1, pictures })),
      ),
    );
  return {
    fileName: `${season.identifier}.csv`,
    csv: csvOf([columns.map(([name]) => name), ...rows]),
    config: {
      loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
      federatedMappings: {
        itemFamilyFederatedId: "Style",
        itemOptionFederatedId: "SKU",
        name: "Style name",
        optionName: "Color",
        typePath: "Type",
        optionGroup: "color",
      },
      // The last column names the assortment of a row and is not a property of the item.
      propertiesToRemove: ["Style", "SKU", "Style name", "Color", "Type", "Line"],
      workspaceIdentifier: season.identifier,
      assortmentSplit: {
        fieldToSplitOn: "Line",
        values: lineKeys.map((value) => ({ value, assortmentIdentifier: `${season.identifier}-${value}` })),
      },
    },
  };
}

export const lineKeys: readonly Line[] = ["core", "fashion", "online"];

export function csvOf(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => quoted(String(cell ?? ""))).join(",")}\n`).join("");
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
