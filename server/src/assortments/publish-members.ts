import type { Entity } from "../entities/entity.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import type { Writer } from "../entities/write/write-request.ts";
import { newId } from "../platform/ids.ts";
import { beginPublish, insertPublishChange } from "./publish-change-store.ts";
import { countPublished } from "./published-member-store.ts";
import { renewBaseline } from "./renew-baseline.ts";

/** The summary of the last publish, as stored on the assortment. */
interface AssortmentSummary {
  readonly itemCount: number;
  readonly familyCount: number;
  readonly optionCount: number;
  readonly updatedOn: string;
}

/** An assortment whose members have been published. */
export interface PublishedMembers {
  readonly assortmentId: string;
  readonly publishChangeId: string;
  readonly summary: AssortmentSummary;
}

/**
 * Makes the current members the baseline, with an entry in the history. Returns undefined and writes nothing if they
 * are unchanged since the last publish.
 */
export async function publishMembers(
  { tx, orgId }: OpenWrite,
  { id: assortmentId }: Entity,
  { author }: Writer,
): Promise<PublishedMembers | undefined> {
  const scope = { orgId, assortmentId };
  const { number, now } = await beginPublish(tx, orgId, assortmentId);
  const counts = await renewBaseline(tx, scope, number);
  if (counts.adds + counts.updates + counts.deletes === 0) {
    return undefined;
  }
  const { items, families } = await countPublished(tx, scope);
  const publishChangeId = newId();
  await insertPublishChange(tx, orgId, assortmentId, {
    ...counts,
    number,
    id: publishChangeId,
    created_on: now,
    item_count: items,
    family_count: families,
    option_count: items - families,
    author,
  });
  const summary = {
    itemCount: items,
    familyCount: families,
    optionCount: items - families,
    updatedOn: now.toISOString(),
  };
  return { assortmentId, publishChangeId, summary };
}
