import type { SizeRunName } from "./size-runs.ts";

type Gender = "women" | "men" | "unisex";
/** Season: autumn and winter, spring and summer, or all year. */
export type Climate = "cold" | "warm" | "any";
export type FabricGroup =
  | "coating"
  | "shell"
  | "suiting"
  | "knit"
  | "shirting"
  | "linen"
  | "silk"
  | "viscose"
  | "jersey"
  | "fleece"
  | "twill"
  | "denim"
  | "leather"
  | "canvas";

export interface Garment {
  readonly name: string;
  readonly type: "apparel" | "footwear" | "accessory";
  readonly category: string;
  readonly gender: Gender;
  readonly climate: Climate;
  readonly sizeRun: SizeRunName;
  readonly fabric: FabricGroup;
  /** Euros, minimum and maximum. */
  readonly prices: readonly [number, number];
}

type Row = readonly [string, Gender, Climate, SizeRunName, FabricGroup, number, number];

const apparel: Readonly<Record<string, readonly Row[]>> = {
  outerwear: [
    ["Wool Coat", "women", "cold", "women", "coating", 249, 449],
    ["Overcoat", "men", "cold", "men", "coating", 279, 499],
    ["Parka", "unisex", "cold", "alpha", "shell", 189, 349],
    ["Down Jacket", "unisex", "cold", "alpha", "shell", 199, 379],
    ["Trench Coat", "women", "any", "women", "shell", 179, 299],
    ["Bomber Jacket", "men", "any", "alpha", "shell", 129, 199],
    ["Denim Jacket", "unisex", "any", "alpha", "denim", 99, 149],
    ["Linen Blazer", "women", "warm", "women", "linen", 149, 229],
  ],
  tailoring: [
    ["Suit Jacket", "men", "any", "men", "suiting", 229, 399],
    ["Suit Trousers", "men", "any", "men", "suiting", 119, 179],
    ["Double-Breasted Blazer", "women", "any", "women", "suiting", 179, 289],
    ["Waistcoat", "men", "cold", "men", "suiting", 89, 139],
  ],
  knitwear: [
    ["Crew-Neck Jumper", "unisex", "any", "alpha", "knit", 69, 129],
    ["Roll-Neck Jumper", "women", "cold", "alpha", "knit", 79, 149],
    ["Cable Cardigan", "women", "cold", "alpha", "knit", 89, 169],
    ["V-Neck Pullover", "men", "cold", "alpha", "knit", 69, 129],
    ["Knitted Vest", "unisex", "any", "alpha", "knit", 59, 99],
    ["Cotton Cardigan", "women", "warm", "alpha", "jersey", 59, 99],
  ],
  shirts: [
    ["Oxford Shirt", "men", "any", "alpha", "shirting", 59, 99],
    ["Poplin Shirt", "men", "any", "alpha", "shirting", 49, 89],
    ["Flannel Shirt", "men", "cold", "alpha", "shirting", 59, 89],
    ["Linen Shirt", "men", "warm", "alpha", "linen", 59, 99],
    ["Silk Blouse", "women", "any", "women", "silk", 99, 179],
    ["Tie-Neck Blouse", "women", "any", "women", "viscose", 59, 99],
  ],
  tops: [
    ["T-Shirt", "unisex", "any", "alpha", "jersey", 19, 45],
    ["Long-Sleeve Top", "women", "cold", "alpha", "jersey", 29, 55],
    ["Polo Shirt", "men", "any", "alpha", "jersey", 45, 79],
    ["Tank Top", "women", "warm", "alpha", "jersey", 15, 29],
    ["Sweatshirt", "unisex", "any", "alpha", "fleece", 49, 89],
    ["Hoodie", "unisex", "any", "alpha", "fleece", 59, 99],
  ],
  trousers: [
    ["Chino", "men", "any", "men", "twill", 69, 109],
    ["Pleated Trousers", "women", "any", "women", "suiting", 79, 129],
    ["Corduroy Trousers", "unisex", "cold", "women", "twill", 79, 119],
    ["Linen Trousers", "women", "warm", "women", "linen", 69, 109],
    ["Bermuda Shorts", "men", "warm", "men", "twill", 49, 79],
  ],
  denim: [
    ["Straight Jeans", "women", "any", "denim", "denim", 79, 129],
    ["Slim Jeans", "men", "any", "denim", "denim", 79, 129],
    ["Wide-Leg Jeans", "women", "any", "denim", "denim", 89, 139],
    ["Denim Shorts", "women", "warm", "denim", "denim", 49, 69],
  ],
  dresses: [
    ["Wrap Dress", "women", "any", "women", "viscose", 89, 149],
    ["Shirt Dress", "women", "warm", "women", "shirting", 79, 129],
    ["Knitted Dress", "women", "cold", "alpha", "knit", 99, 169],
    ["Slip Dress", "women", "warm", "women", "silk", 119, 199],
    ["Pleated Skirt", "women", "any", "women", "viscose", 69, 119],
    ["Midi Skirt", "women", "cold", "women", "twill", 69, 109],
  ],
};

const footwear: readonly Row[] = [
  ["Chelsea Boot", "women", "cold", "shoesWomen", "leather", 149, 229],
  ["Lace-Up Boot", "men", "cold", "shoesMen", "leather", 159, 249],
  ["Derby Shoe", "men", "any", "shoesMen", "leather", 139, 219],
  ["Loafer", "women", "any", "shoesWomen", "leather", 119, 189],
  ["Sneaker", "unisex", "any", "shoesMen", "leather", 89, 159],
  ["Sandal", "women", "warm", "shoesWomen", "leather", 69, 129],
  ["Espadrille", "women", "warm", "shoesWomen", "canvas", 49, 89],
];

const accessories: readonly Row[] = [
  ["Leather Belt", "men", "any", "belts", "leather", 39, 69],
  ["Wool Scarf", "unisex", "cold", "one", "knit", 39, 89],
  ["Beanie", "unisex", "cold", "one", "knit", 25, 45],
  ["Tote Bag", "women", "any", "one", "canvas", 39, 89],
  ["Shoulder Bag", "women", "any", "one", "leather", 119, 229],
  ["Silk Scarf", "women", "warm", "one", "silk", 59, 99],
  ["Ribbed Socks", "unisex", "any", "socks", "jersey", 9, 15],
];

export const garments: readonly Garment[] = [
  ...Object.entries(apparel).flatMap(([category, rows]) => rows.map((row) => garment("apparel", category, row))),
  ...footwear.map((row) => garment("footwear", "footwear", row)),
  ...accessories.map((row) => garment("accessory", "accessories", row)),
];

function garment(type: Garment["type"], category: string, row: Row): Garment {
  const [name, gender, climate, sizeRun, fabric, low, high] = row;
  return { name, type, category, gender, climate, sizeRun, fabric, prices: [low, high] };
}

export const categories: readonly string[] = [...new Set(garments.map(({ category }) => category))];

/** Materials, with minimum and maximum grams per square metre; 0 if not applicable. */
export const fabrics: Readonly<Record<FabricGroup, readonly (readonly [string, number, number])[]>> = {
  coating: [
    ["80% wool, 20% polyamide", 380, 520],
    ["100% virgin wool", 400, 560],
    ["90% wool, 10% cashmere", 380, 480],
  ],
  shell: [
    ["100% recycled polyester", 110, 180],
    ["65% cotton, 35% polyamide", 160, 240],
    ["100% polyamide", 70, 140],
  ],
  suiting: [
    ["98% wool, 2% elastane", 210, 270],
    ["100% wool", 220, 290],
    ["64% polyester, 34% viscose, 2% elastane", 230, 280],
  ],
  knit: [
    ["100% merino wool", 240, 340],
    ["70% wool, 30% cashmere", 260, 360],
    ["50% recycled wool, 50% cotton", 260, 340],
  ],
  shirting: [
    ["100% cotton", 100, 140],
    ["100% organic cotton", 110, 150],
    ["97% cotton, 3% elastane", 110, 140],
  ],
  linen: [
    ["100% linen", 150, 220],
    ["55% linen, 45% cotton", 140, 200],
  ],
  silk: [
    ["100% silk", 60, 100],
    ["92% silk, 8% elastane", 80, 110],
  ],
  viscose: [
    ["100% viscose", 110, 160],
    ["100% lyocell", 120, 170],
  ],
  jersey: [
    ["100% organic cotton", 150, 220],
    ["95% cotton, 5% elastane", 160, 210],
    ["60% cotton, 40% modal", 150, 190],
  ],
  fleece: [
    ["80% cotton, 20% recycled polyester", 280, 360],
    ["100% organic cotton", 300, 400],
  ],
  twill: [
    ["98% cotton, 2% elastane", 220, 300],
    ["100% cotton", 230, 320],
  ],
  denim: [
    ["99% cotton, 1% elastane", 340, 430],
    ["100% organic cotton", 380, 470],
    ["79% cotton, 20% recycled cotton, 1% elastane", 350, 420],
  ],
  leather: [
    ["100% cow leather", 0, 0],
    ["100% calf leather", 0, 0],
    ["100% suede", 0, 0],
  ],
  canvas: [
    ["100% cotton canvas", 320, 420],
    ["100% recycled cotton canvas", 340, 440],
  ],
};
