/** A fictitious fashion line: three files as exported by its systems, and their mistakes. */
export interface FashionLine {
  readonly colors: FashionFile;
  readonly sizes: FashionFile;
  readonly items: FashionFile;
}

export interface FashionFile {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mistakes: readonly Mistake[];
}

/** A cell with a mistake, and the correct value. */
export interface Mistake {
  /** The row number of a spreadsheet. */
  readonly rowNumber: number;
  readonly columnName: string;
  readonly right: string;
}

export interface FashionInput {
  readonly families: number;
  readonly seed: number;
  /** How many of a hundred item rows have a mistake. */
  readonly mistakesPercent: number;
}

/** Deterministic: the same options create the same line. */
export function makeFashionLine({ families, seed, mistakesPercent }: FashionInput): FashionLine {
  const share = mistakesPercent / 100;
  return {
    colors: addMistakes(colorsFile(), colorMistakes, { random: randomFrom(seed + 1), share: share * 10 }),
    sizes: addMistakes(sizesFile(), sizeMistakes, { random: randomFrom(seed + 2), share: share * 10 }),
    items: addMistakes(itemsFile(families, randomFrom(seed)), itemMistakes, { random: randomFrom(seed + 3), share }),
  };
}

/** As saved by a spreadsheet: quoted where needed, with Windows line ends. */
export function csvOf({ headers, rows }: Pick<FashionFile, "headers" | "rows">): string {
  return [headers, ...rows].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

type Random = () => number;

/** mulberry32: small and deterministic. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

const colorNames = [
  "Schwarz",
  "Écru",
  "藍",
  "Bordeaux",
  "Sand",
  "Ocean “Deep”",
  "Olive, dark",
  "Grün",
  "Білий",
  "Rosé",
] as const;
const hues = ["111111", "f4f0e1", "1e3a5f", "5f1e2d", "c2b280", "003f5c", "556b2f", "2e8b57", "fefefe", "e8b4b8"];

function colorsFile(): FashionFile {
  const rows = colorNames.map((name, index) => [`CLR-${index}`, name, `#${hues[index] ?? "000000"}`]);
  return { headers: ["federatedId", "name", "hex"], rows, mistakes: [] };
}

const sizeRuns = { Tops: "XS,S,M,L,XL", Trousers: "28,30,32,34,36", Shoes: "36,37,38,39,40,41,42" } as const;

function sizesFile(): FashionFile {
  const rows = Object.entries(sizeRuns).map(([name, sizes]) => [`RUN-${name}`, name, sizes]);
  return { headers: ["federatedId", "name", "sizeRange"], rows, mistakes: [] };
}

export const fashionHeaders = [
  "Style",
  "SKU",
  "Style Name",
  "Colour",
  "Category",
  "Season",
  "Price",
  "Launch",
  "Sustainable",
  "Regions",
  "Colour Code",
  "Size Run",
  "Sizes",
  "Look Book",
  "Care",
  "Line",
  "Rank",
  "Target",
] as const;

const styleNames = [
  "Parka",
  "Blouson “Łódź”",
  "Åre Vest",
  "Kimono 着物",
  "Derby",
  "Chino, slim",
  "Señorita",
  "Pull & Co",
] as const;
const optionsOfFamilyMax = 6;

function itemsFile(families: number, random: Random): FashionFile {
  const rows = Array.from({ length: families }, (_, family) => rowsOfFamily(family, random)).flat();
  return { headers: fashionHeaders, rows, mistakes: [] };
}

function rowsOfFamily(family: number, random: Random): string[][] {
  const style = `ST-${String(family).padStart(5, "0")}`;
  const run = pick(random, ["Tops", "Trousers", "Shoes"] as const);
  const shared = {
    name: `${pick(random, styleNames)} ${family}`,
    category: run === "Shoes" ? "Footwear" : "Apparel",
    season: pick(random, ["Fall/Winter 26", "SS27"]),
    isSustainable: pick(random, ["TRUE", "false", "yes"]),
    care: JSON.stringify({ wash: pick(random, [30, 40]), iron: random() < 0.5 }),
  };
  return Array.from({ length: 1 + Math.floor(random() * optionsOfFamilyMax) }, (_, option) => {
    const color = (family + option) % colorNames.length;
    const sku = `${style}-${option}`;
    return [
      style,
      sku,
      shared.name,
      colorNames[color] ?? "",
      shared.category,
      shared.season,
      (19 + Math.floor(random() * 40_000) / 100).toFixed(2),
      `2027-${String(1 + Math.floor(random() * 12)).padStart(2, "0")}-15`,
      shared.isSustainable,
      pick(random, ["EMEA", "EMEA, APAC", "Americas,EMEA", ""]),
      `CLR-${color}`,
      `RUN-${run}`,
      sizeRuns[run].split(",").slice(0, 3).join(","),
      `https://looks.example/${sku.toLowerCase()}?v=${family}`,
      shared.care,
      pick(random, ["Core", "Fashion", "Outlet", "—"]),
      String(option + 1),
      String(Math.floor(random() * 5_000)),
    ];
  });
}

/** A kind of mistake; some depend on the previous row and the row number. */
interface MistakeKind {
  readonly columnName: string;
  readonly wrong: (row: readonly string[], before: readonly string[], rowNumber: number) => string;
}

const itemMistakes: readonly [MistakeKind, ...MistakeKind[]] = [
  { columnName: "Style", wrong: () => "" },
  { columnName: "Style Name", wrong: () => "" },
  { columnName: "SKU", wrong: ([style = ""]) => style },
  { columnName: "SKU", wrong: (_row, [, sku = ""]) => sku },
  { columnName: "Season", wrong: ([, , , , , season]) => (season === "SS27" ? "FW26" : "SS27") },
  { columnName: "Price", wrong: () => "49,9O" },
  { columnName: "Launch", wrong: () => "31.02.2027" },
  { columnName: "Sustainable", wrong: () => "maybe" },
  { columnName: "Colour Code", wrong: (_row, _before, rowNumber) => `CLR-x${rowNumber}` },
  { columnName: "Sizes", wrong: (_row, _before, rowNumber) => `S${rowNumber},M` },
  { columnName: "Look Book", wrong: () => "looks.example/none" },
  { columnName: "Care", wrong: () => '{"wash": 30' },
  { columnName: "Rank", wrong: () => "first" },
  { columnName: "Target", wrong: () => "1.000,-" },
];
const colorMistakes: readonly [MistakeKind, ...MistakeKind[]] = [
  { columnName: "hex", wrong: () => "#12345g" },
  { columnName: "name", wrong: () => "" },
];
const sizeMistakes: readonly [MistakeKind, ...MistakeKind[]] = [{ columnName: "sizeRange", wrong: () => "" }];

/**
 * Adds mistakes to some rows. Never to two adjacent rows, and never to the first of a family: its values count for the
 * family, and all other rows would be reported.
 */
function addMistakes(
  file: FashionFile,
  kinds: readonly [MistakeKind, ...MistakeKind[]],
  { random, share }: { readonly random: Random; readonly share: number },
): FashionFile {
  const mistakes: Mistake[] = [];
  const rows = file.rows.map((row, index) => {
    const before = file.rows[index - 1] ?? [];
    const rowNumber = index + 2;
    const isFirst = file.headers.includes("Style") && before[0] !== row[0];
    if (isFirst || mistakes.at(-1)?.rowNumber === rowNumber - 1 || random() >= share) {
      return row;
    }
    const { columnName, wrong } = pick(random, kinds);
    const column = file.headers.indexOf(columnName);
    mistakes.push({ rowNumber, columnName, right: row[column] ?? "" });
    return row.with(column, wrong(row, before, rowNumber));
  });
  return { ...file, rows, mistakes };
}
