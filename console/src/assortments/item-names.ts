import type { Weft } from "@weft/client";
import { type Related, readRelated } from "./read-related.ts";

const shownFields = ["name", "optionName", "federatedId"];

/** The most items that a search goes through; their ids travel in one address. */
const matchesMax = 200;

/** Items by their ids, for lists that know only those. */
export async function readItemNames(
  weft: Weft,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Related>> {
  if (ids.length === 0) return new Map();
  const criteria = { id: [...ids] };
  const { results } = await weft.entities.list({
    entityName: "item",
    criteria,
    fields: shownFields,
    limit: ids.length,
    signal,
  });
  return new Map(results.flatMap((item) => readRelated(item) ?? []).map((item) => [item.id, item]));
}

/** What points to items has no words of its own, so the items are searched first. */
export async function findItemIds(weft: Weft, words: string, signal: AbortSignal): Promise<readonly string[]> {
  const { results } = await weft.entities.list({
    entityName: "item",
    q: words,
    fields: ["name"],
    limit: matchesMax,
    signal,
  });
  return results.map(({ id }) => id);
}
