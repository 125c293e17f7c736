import type { Weft } from "@weft/client";
import { entriesOf } from "./cell-text.ts";
import { gather, type Named, nameOf, partsThatFit, referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import type { GridTools } from "./grid-tools.ts";

type Block = readonly (readonly string[])[];

/** The ids of the texts in reference columns, by column. Their names are kept, to be shown in the plan. */
export async function lookUpReferences({ weft, names }: GridTools, columns: readonly GridColumn[], block: Block) {
  const found = await Promise.all(
    columns.map(async (column, place) => {
      const texts = block.flatMap((row) => textsIn(column, row[place] ?? ""));
      const lookedUp = await lookUpTexts(weft, column, [...new Set(texts)]);
      names.learn(lookedUp.names);
      return [column.field, lookedUp.ids] as const;
    }),
  );
  return new Map(found);
}

/** Only a list is separated by commas; a single name may contain some. */
function textsIn(column: GridColumn, text: string): string[] {
  if (referredKind(column) === undefined || text.trim() === "") return [];
  return column.property.propertyType === "object_reference" ? [text.trim()] : entriesOf(text);
}

interface LookedUp {
  /** The ids of texts; "several" for an ambiguous name. */
  readonly ids: ReadonlyMap<string, string | "several">;
  /** The names of those ids. */
  readonly names: ReadonlyMap<string, string>;
}

const pageMax = 1000;

/** Looks up texts that are external IDs, names or ids. */
async function lookUpTexts(weft: Weft, column: GridColumn, texts: readonly string[]): Promise<LookedUp> {
  const entityName = referredKind(column);
  if (entityName === undefined) return { ids: new Map(), names: new Map() };
  const key = entityName === "user" ? "email" : "federatedId";
  const results: Named[] = [];
  for (const part of partsThatFit(texts)) {
    const criteria = { or: alternativesOf(part, key) };
    const listing = { entityName, criteria, fields: ["name", key], limit: pageMax };
    results.push(...(await gather(weft.entities.all<Named>(listing))));
  }
  return { ids: idsByText(results, key), names: new Map(results.map((found) => [found.id, nameOf(found)])) };
}

function alternativesOf(texts: readonly string[], key: string) {
  const ids = texts.filter((text) => /^[\w-]{16}$/.test(text));
  return [{ [key]: { in: texts } }, { name: { in: texts } }, ...(ids.length > 0 ? [{ id: { in: ids } }] : [])];
}

function idsByText(results: readonly Named[], key: string): ReadonlyMap<string, string | "several"> {
  const ids = new Map<string, string | "several">();
  for (const { name, id } of results) {
    if (name !== undefined) ids.set(name, ids.has(name) && ids.get(name) !== id ? "several" : id);
  }
  // A key is unique, so it takes precedence over an equal name.
  for (const { [key]: own, id } of results) {
    if (typeof own === "string") ids.set(own, id);
    ids.set(id, id);
  }
  return ids;
}
