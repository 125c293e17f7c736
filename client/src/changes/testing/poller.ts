import type { ChangeWorld } from "../../../../server/src/changes/testing/change-world.ts";
import { Weft } from "../../weft.ts";

/** A session in the org of a test. */
export function weftOf({ org, key }: ChangeWorld, address: string): Weft {
  return new Weft({ apiKey: key.apiKey, orgSlug: org.slug, baseUrl: `${address}/api` });
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
  }
  return collected;
}

/** The ids of the first so many records; the last one counts as finished. */
export async function idsUntil(
  records: AsyncGenerator<{ readonly id: string }, void, undefined>,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { value } = await records.next();
    if (value === undefined) break;
    ids.push(value.id);
  }
  return ids;
}

export function idsOf(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}
