import { fabrics, type Garment, garments } from "./garments.ts";
import { type DemoColor, palette } from "./palette.ts";
import { type Line, type Season, seasons } from "./seasons.ts";
import { sizeRuns } from "./size-runs.ts";
import { type Supplier, suppliers } from "./suppliers.ts";

/** A style with its colors: a family with its options. */
export interface Style {
  readonly federatedId: string;
  readonly name: string;
  readonly garment: Garment;
  readonly seasons: readonly Season[];
  readonly fit: string | undefined;
  /** Undefined where the supplier has not said yet. */
  readonly composition: string | undefined;
  /** Grams per square metre; undefined if not applicable. */
  readonly fabricWeight: number | undefined;
  readonly care: readonly string[];
  readonly supplier: Supplier;
  /** Euros. */
  readonly retailPrice: number;
  readonly costPrice: number;
  readonly options: readonly StyleOption[];
}

export interface StyleOption {
  readonly federatedId: string;
  readonly color: DemoColor;
  readonly sizes: readonly string[];
  readonly ean: string;
  readonly line: Line;
  /** When it is in stores, by season; possibly in several. */
  readonly inStore: Readonly<Record<Season["key"], string>>;
  readonly targetQuantity: number;
}

const stylesInOneSeason = 130;
const stylesInBoth = 40;
/** The same number of styles has each of these color counts: 1,500 options in total. */
const colorCounts = [3, 4, 5, 6, 7];

/** 300 styles in 1,500 colors. The same seed creates the same collection. */
export function makeCollection(seed: number): readonly Style[] {
  const random = randomFrom(seed);
  const [cold, warm] = seasons;
  const plan = [
    ...Array.from({ length: stylesInOneSeason }, () => [cold]),
    ...Array.from({ length: stylesInBoth }, () => [cold, warm]),
    ...Array.from({ length: stylesInOneSeason }, () => [warm]),
  ];
  const counts = shuffled(
    random,
    plan.map((_, index) => colorCounts[index % colorCounts.length] ?? 0),
  );
  const names = new NameGiver(random);
  const eans = new EanGiver();
  return plan.map((inSeasons, index) => {
    const federatedId = `WEFT-${1001 + index}`;
    const garment = pick(random, garmentsOf(inSeasons));
    const name = `${names.nameFor(garment.name)} ${garment.name}`;
    const features = withGaps(makeFeatures(garment, random), index);
    const style = { federatedId, name, garment, seasons: inSeasons, ...features };
    return {
      ...style,
      options: makeOptions({ federatedId, garment, inSeasons, count: counts[index] ?? 0 }, eans, random),
    };
  });
}

/** As in a collection that is being made, some values are not known yet. */
function withGaps(features: ReturnType<typeof makeFeatures>, index: number) {
  const { fit, composition } = features;
  return {
    ...features,
    fit: index % 11 === 4 ? undefined : fit,
    composition: index % 15 === 7 ? undefined : composition,
  };
}

/** Carry-over styles must fit both seasons. */
function garmentsOf(inSeasons: readonly Season[]): readonly Garment[] {
  return garments.filter(({ climate }) => inSeasons.every(({ climates }) => climates.includes(climate)));
}

function makeFeatures(garment: Garment, random: Random) {
  const [composition, weightFrom, weightTo] = pick(random, fabrics[garment.fabric]);
  const [priceFrom, priceTo] = garment.prices;
  const retailPrice = roundPrice(between(random, priceFrom, priceTo));
  return {
    fit: garment.type === "apparel" ? pick(random, fits) : undefined,
    composition,
    fabricWeight: weightTo === 0 ? undefined : Math.round(between(random, weightFrom, weightTo) / 5) * 5,
    care: pick(random, careByFabric[garment.fabric] ?? careDefault),
    supplier: pick(
      random,
      suppliers.filter((supplier) => supplier.fabrics.includes(garment.fabric)),
    ),
    retailPrice,
    costPrice: Math.round(retailPrice * between(random, 24, 36)) / 100,
  };
}

export const fits = ["slim", "regular", "relaxed", "oversized"] as const;

const careDefault: readonly (readonly string[])[] = [
  ["wash30", "iron2"],
  ["wash40", "iron2", "tumble"],
];
const careByFabric: Readonly<Record<string, readonly (readonly string[])[]>> = {
  coating: [["dryClean", "iron1"]],
  suiting: [
    ["dryClean", "iron1"],
    ["wash30", "iron1"],
  ],
  knit: [
    ["handWash", "iron1"],
    ["wash30", "iron1"],
  ],
  silk: [["handWash", "iron1"], ["dryClean"]],
  leather: [["wipe"]],
  canvas: [["wipe"], ["wash30"]],
};

/** Prices end in .95 below 100 euros, and in 9 above. */
function roundPrice(euros: number): number {
  return euros < 100 ? euros + 0.95 : Math.floor(euros / 10) * 10 + 9;
}

interface OptionInput {
  readonly federatedId: string;
  readonly garment: Garment;
  readonly inSeasons: readonly Season[];
  readonly count: number;
}

function makeOptions(
  { federatedId, garment, inSeasons, count }: OptionInput,
  eans: EanGiver,
  random: Random,
): StyleOption[] {
  const [cold, warm] = seasons;
  const inStore = { aw26: pick(random, cold.deliveries), ss27: pick(random, warm.deliveries) };
  const isCore = inSeasons.length > 1;
  return shuffled(random, palette)
    .slice(0, count)
    .map((color) => ({
      federatedId: `${federatedId}-${color.federatedId.slice("WEFT-".length)}`,
      color,
      sizes: cutSizes(sizeRuns[garment.sizeRun].sizes, random),
      ean: eans.next(),
      line: isCore ? "core" : pick(random, lineShares),
      inStore,
      targetQuantity: between(random, 3, 90) * 20,
    }));
}

const lineShares: readonly Line[] = ["core", "core", "fashion", "fashion", "fashion", "online"];

/** Not every color is available in the smallest and largest sizes. */
function cutSizes(sizes: readonly string[], random: Random): readonly string[] {
  if (sizes.length < 4) return sizes;
  return sizes.slice(random() < 0.3 ? 1 : 0, random() < 0.3 ? -1 : undefined);
}

const modelNames =
  "Ada Alma Arvid Astrid Bente Bo Carla Cleo Dana Edda Einar Elin Enzo Esra Fanny Finn Freja Greta Hanne Hugo Ida Inga Iris Ivo Jonas Juna Karin Kaya Lars Lea Leon Lina Lou Luca Maja Malin Marlo Mats Mila Mona Nele Nils Nora Olga Ole Oskar Paula Pia Rafa Rita Runa Sami Selma Signe Sofia Stella Sven Tilda Toni Ulla Vera Vito Wilma Yara Zoe".split(
    " ",
  );

/** Model names are unique per garment: duplicates would look like an error. */
class NameGiver {
  readonly #random: Random;
  readonly #left = new Map<string, string[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  nameFor(garment: string): string {
    const left = this.#left.get(garment) ?? shuffled(this.#random, modelNames);
    this.#left.set(garment, left);
    return left.pop() ?? garment;
  }
}

/** Article numbers from the range reserved for internal use. */
class EanGiver {
  #count = 0;

  next(): string {
    this.#count += 1;
    const digits = `20${String(26_000_000 + this.#count).padStart(10, "0")}`;
    return digits + checkDigit(digits);
  }
}

export function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

type Random = () => number;

/** mulberry32: small and deterministic. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** From min to max, inclusive. */
function between(random: Random, first: number, last: number): number {
  return first + Math.floor(random() * (last - first + 1));
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError("There is nothing to pick from.");
  return value;
}

/** Shuffled. */
function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
