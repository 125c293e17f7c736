import type { AssortmentPublishDetail, Weft } from "@weft/client";
import { readItemNames } from "./item-names.ts";
import type { Related } from "./read-related.ts";

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
