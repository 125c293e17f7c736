import type { Entity } from "../entities/entity.ts";
import { composedFromIds } from "../entities/kinds/assortment-rules.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { addItems, type ItemOutcome, removeItems } from "./change-items.ts";
import { composeMembers } from "./compose-members.ts";
import { publishWithComposites } from "./publish-with-composites.ts";
import type { OpenAssortment } from "./write-assortment.ts";

/** The requested change of an assortment. */
export type AssortmentInput =
  | { readonly verb: "add" | "remove"; readonly itemIds: readonly string[] }
  | { readonly verb: "publish" };

export interface ChangedByHand {
  readonly assortment: Entity;
  readonly publishChangeId?: string;
  readonly items: readonly ItemOutcome[];
}

/** Makes the requested change, then publishes all changes since the last publish. */
export async function changeByHand(
  open: OpenAssortment,
  input: AssortmentInput,
  expectation: { readonly expectedVersion?: number },
): Promise<ChangedByHand> {
  const items = await change(open, input);
  const published = await publishWithComposites(open, expectation);
  return { assortment: open.assortment, ...published, items };
}

async function change(open: OpenAssortment, input: AssortmentInput): Promise<readonly ItemOutcome[]> {
  switch (input.verb) {
    case "add":
      return addItems(open, input.itemIds);
    case "remove":
      return removeItems(open, input.itemIds);
    case "publish":
      if (composedFromIds(open.assortment).length > 0) {
        await composeMembers(open.write, open.assortment, open.writer);
      }
      return [];
  }
}

/** The last stored summary; none before the first publish. */
export function summaryOf({ properties }: Entity): JsonValue {
  return properties["summary"];
}
