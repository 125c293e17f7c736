import { targetOf } from "../access/decide.ts";
import type { Entity } from "../entities/model/entity.ts";
import { requireWritten, serviceRights, type Writer } from "../entities/model/write-request.ts";
import { composedFromIds } from "../entities/rules/assortment-rules.ts";
import type { OpenWrite } from "../entities/write/open-write.ts";
import { newId } from "../platform/ids.ts";
import { composeMembers } from "./composites.ts";
import { beginPublish, insertPublishChange } from "./publish-change-store.ts";
import { countPublished } from "./published-member-store.ts";
import { renewBaseline } from "./renew-baseline.ts";
import type { OpenAssortment } from "./write-assortment.ts";

/** The result of a publish. */
interface Published {
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

/** The summary of the last publish, as stored on the assortment. */
interface AssortmentSummary {
  readonly itemCount: number;
  readonly familyCount: number;
  readonly optionCount: number;
  readonly updatedOn: string;
}

/** An assortment whose members have been published. */
interface PublishedMembers {
  readonly assortmentId: string;
  readonly publishChangeId: string;
  readonly summary: AssortmentSummary;
}

/**
 * Makes the current members the baseline, with an entry in the history. Returns undefined and writes nothing if they
 * are unchanged since the last publish.
 */
async function publishMembers(
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

/**
 * Writes the assortment's new summary, which requires no right of the caller, and raises the event. Returns the
 * assortment with the summary.
 */
async function announcePublish(
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
  const { entity } = requireWritten(result);
  await write.raise([
    {
      kind: "named",
      name: "assortment|publish",
      subject: { entityType: "assortment", id: assortmentId, target: targetOf(entity) },
      payload: { assortmentId, assortmentPublishChangeId: publishChangeId },
      author,
    },
  ]);
  return entity;
}
