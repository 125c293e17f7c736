import { parseArgs } from "node:util";

const usual = { entities: 200_000, connections: 64, rows: 1_000_000 } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entities: { type: "string" }, connections: { type: "string" }, rows: { type: "string" } },
});

/** The requested parts; empty for all. */
export const partsAsked: readonly string[] = positionals;

/** The sizes of the benchmark. */
export const entityCount = sizeOf("entities");
export const connections = sizeOf("connections");
export const rowCount = sizeOf("rows");

/** The section of a part; another size than the default has its own section. */
export function sectionOf(part: string, ...sizes: readonly (keyof typeof usual)[]): string {
  const others = sizes.filter((size) => sizeOf(size) !== usual[size]);
  const named = others.map((size) => `${sizeOf(size).toLocaleString("en")} ${size}`);
  return named.length === 0 ? part : `${part} at ${named.join(" and ")}`;
}

function sizeOf(name: keyof typeof usual): number {
  const size = Number(values[name] ?? usual[name]);
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new Error(`--${name} must be a whole number, not ${values[name]}.`);
  }
  return size;
}
