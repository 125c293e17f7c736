import type { Entity } from "../entities/entity.ts";
import { composedFromIds } from "../entities/kinds/assortment-rules.ts";
import { findMemberKeys, listMemberKeys, type MemberKey } from "../entities/member-store.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import { serviceRights, type Writer } from "../entities/write/write-request.ts";
import type { Transaction } from "../platform/database/database.ts";
import { byCharacters } from "./by-characters.ts";
import { requireAllWritten } from "./require-all-written.ts";
import { inputMembers, recordedBatches, removeMembers } from "./write-members.ts";

const partMax = 1_000;

/**
 * Makes the members the union of the members of its sources. Properties that members hold beside their items are their
 * own. A caller that may publish a source needs no right on the composite.
 */
export async function composeMembers(write: OpenWrite, composite: Entity, { author }: Writer): Promise<void> {
  const { tx, orgId } = write;
  const service: Writer = { author, rights: serviceRights };
  const sourceIds = composedFromIds(composite);
  const writeBatch = recordedBatches(write);
  for await (const members of partsOf(tx, orgId, [composite.id])) {
    const surplus = await withoutThoseIn(tx, orgId, sourceIds, members);
    const memberIds = surplus.map(({ member_id }) => member_id);
    requireAllWritten(await removeMembers(writeBatch, memberIds, service));
  }
  for await (const members of partsOf(tx, orgId, sourceIds)) {
    const missing = await withoutThoseIn(tx, orgId, [composite.id], members);
    const inputs = missing.map(({ item_id }) => ({ itemId: item_id, fields: {}, member: undefined }));
    requireAllWritten(await inputMembers(writeBatch, composite, inputs, service));
  }
}

/** The members of all these assortments in item order, one for each item. */
async function* partsOf(
  tx: Transaction,
  orgId: string,
  assortmentIds: readonly string[],
): AsyncGenerator<readonly MemberKey[]> {
  for (let afterItemId = ""; ; ) {
    const { members, end } = await readAcross(tx, orgId, assortmentIds, afterItemId);
    for (let start = 0; start < members.length; start += partMax) {
      yield members.slice(start, start + partMax);
    }
    if (end === undefined) {
      return;
    }
    afterItemId = end;
  }
}

/** The next page of each assortment, up to the item that all pages reach. No end means that there are no more pages. */
async function readAcross(tx: Transaction, orgId: string, assortmentIds: readonly string[], afterItemId: string) {
  const byItem = new Map<string, MemberKey>();
  const ends: string[] = [];
  for (const assortmentId of assortmentIds) {
    const page = await listMemberKeys(tx, orgId, { assortmentId, afterItemId, limit: partMax });
    const last = page.at(-1);
    if (last !== undefined && page.length === partMax) {
      ends.push(last.item_id);
    }
    for (const member of page) {
      byItem.set(member.item_id, member);
    }
  }
  const [end] = ends.sort(byCharacters);
  return { members: [...byItem.values()].filter(({ item_id }) => end === undefined || item_id <= end), end };
}

async function withoutThoseIn(
  tx: Transaction,
  orgId: string,
  assortmentIds: readonly string[],
  members: readonly MemberKey[],
): Promise<MemberKey[]> {
  const rest = new Map(members.map((member) => [member.item_id, member]));
  for (const assortmentId of assortmentIds) {
    const found = rest.size === 0 ? [] : await findMemberKeys(tx, orgId, assortmentId, [...rest.keys()]);
    for (const { item_id } of found) {
      rest.delete(item_id);
    }
  }
  return [...rest.values()];
}
