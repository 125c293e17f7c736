import { targetOf } from "../access/decide.ts";
import type { Entity } from "../entities/entity.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import { serviceRights, type Writer } from "../entities/write/write-request.ts";
import type { PublishedMembers } from "./publish-members.ts";

/**
 * Writes the assortment's new summary, which requires no right of the caller, and raises the event. Returns the
 * assortment with the summary.
 */
export async function announcePublish(
  write: OpenWrite,
  { assortmentId, publishChangeId, summary }: PublishedMembers,
  { author }: Writer,
  expectation: { readonly expectedVersion?: number },
): Promise<Entity> {
  const draft = {
    op: "update",
    entityType: "assortment",
    address: { id: assortmentId },
    object: {},
    found: { summary: { ...summary } },
    ...expectation,
  } as const;
  const [result] = await write.add([{ draft, writer: { author, rights: serviceRights } }]);
  if (result === undefined || "problem" in result) {
    throw result?.problem ?? new Error("a write without a result");
  }
  await write.raise([
    {
      kind: "named",
      name: "assortment|publish",
      subject: { entityType: "assortment", id: assortmentId, target: targetOf(result.entity) },
      payload: { assortmentId, assortmentPublishChangeId: publishChangeId },
      author,
    },
  ]);
  return result.entity;
}
