import { parseArgs } from "node:util";

const usual = { entities: 200_000, connections: 64, rows: 1_000_000 } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entities: { type: "string" }, connections: { type: "string" }, rows: { type: "string" } },
});

/** The parts that are asked for; none for all. */
export const partsAsked: readonly string[] = positionals;

/** How much there is of everything. */
export const entityCount = sizeOf("entities");
export const connections = sizeOf("connections");
export const rowCount = sizeOf("rows");

/** The section of a part; at another size than the usual it is a section of its own. */
export function sectionOf(part: string, ...sizes: readonly (keyof typeof usual)[]): string {
  const others = sizes.filter((size) => sizeOf(size) !== usual[size]);
  const named = others.map((size) => `${sizeOf(size).toLocaleString("en")} ${size}`);
  return named.length === 0 ? part : `${part} at ${named.join(" and ")}`;
}

function sizeOf(name: keyof typeof usual): number {
  const size = Number(values[name] ?? usual[name]);
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new Error(`--${name} is a whole number, not ${values[name]}.`);
  }
  return size;
}
