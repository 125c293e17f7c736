import type { Entity } from "../entities/entity.ts";
import { composedFromIds } from "../entities/kinds/assortment-rules.ts";
import { announcePublish } from "./announce-publish.ts";
import { composeMembers } from "./compose-members.ts";
import { type PublishedMembers, publishMembers } from "./publish-members.ts";
import type { OpenAssortment } from "./write-assortment.ts";

/** The result of a publish. */
export interface Published {
  readonly publishChangeId: string;
  /** Has the new summary. */
  readonly assortment: Entity;
}

/**
 * Publishes the assortment and, if it changed, all its composites, each once and after its sources. Returns undefined
 * if it did not change.
 */
export async function publishWithComposites(
  open: OpenAssortment,
  expectation: { readonly expectedVersion?: number } = {},
): Promise<Published | undefined> {
  const { write, writer } = open;
  const published = await publishMembers(write, open.assortment, writer);
  if (published === undefined) {
    return undefined;
  }
  const composed = await publishComposites(open);
  // Last, because this locks the rows of these assortments, and concurrent additions of members wait for them.
  const assortment = await announcePublish(write, published, writer, expectation);
  for (const composite of composed) {
    await announcePublish(write, composite, writer, {});
  }
  return { publishChangeId: published.publishChangeId, assortment };
}

async function publishComposites({ write, writer, assortment, composites }: OpenAssortment) {
  const changedIds = new Set([assortment.id]);
  const published: PublishedMembers[] = [];
  for (const composite of composites) {
    if (!composedFromIds(composite).some((id) => changedIds.has(id))) {
      continue;
    }
    await composeMembers(write, composite, writer);
    const members = await publishMembers(write, composite, writer);
    if (members !== undefined) {
      changedIds.add(composite.id);
      published.push(members);
    }
  }
  return published;
}
