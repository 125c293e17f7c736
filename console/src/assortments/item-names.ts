import type { AssortmentPublishDetail, Weft } from "@weft/client";
import { type Related, readRelated } from "./read-related.ts";

/** The maximum number of items of a search; their ids are sent in one URL. */
const matchesMax = 200;

/** Items by id, for lists that contain only ids. */
async function readItemNames(
  weft: Weft,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Related>> {
  if (ids.length === 0) return new Map();
  const criteria = { id: [...ids] };
  const { results } = await weft.entities.list({
    entityName: "item",
    criteria,
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

/** The change of one member in a publish, with the item's name where it can be read. */
export type NamedDetail = AssortmentPublishDetail & { readonly item: Related | undefined };

/** As many names as fit into one URL. */
const namesMax = 200;

export async function nameDetails(
  weft: Weft,
  details: readonly AssortmentPublishDetail[],
  signal: AbortSignal,
): Promise<NamedDetail[]> {
  const ids = [...new Set(details.flatMap(({ itemId }) => itemId ?? []))];
  const chunks = Array.from({ length: Math.ceil(ids.length / namesMax) }, (_, part) =>
    ids.slice(part * namesMax, (part + 1) * namesMax),
  );
  const found = await Promise.all(chunks.map((chunk) => readItemNames(weft, chunk, signal)));
  const names = new Map(found.flatMap((map) => [...map]));
  return details.map((detail) => ({ ...detail, item: names.get(detail.itemId ?? "") }));
}
