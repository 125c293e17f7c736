import type { Weft } from "@weft/client";
import { type Related, readRelated } from "./read-related.ts";

const shownFields = ["name", "optionName", "federatedId"];

/** The maximum number of items of a search; their ids are sent in one URL. */
const matchesMax = 200;

/** Items by id, for lists that contain only ids. */
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

/** Entities that refer to items have no name to search, so the items are searched first. */
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
