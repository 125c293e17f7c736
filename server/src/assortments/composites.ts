import { type Entity, entityOfRow } from "../entities/model/entity.ts";
import { findComposites, findMemberKeys, listMemberKeys, type MemberKey } from "../entities/model/member-store.ts";
import { serviceRights, type Writer } from "../entities/model/write-request.ts";
import { composedFromIds } from "../entities/rules/assortment-rules.ts";
import type { OpenWrite } from "../entities/write/open-write.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { conflict } from "../platform/errors.ts";
import { byCharacters, inputMembers, recordedBatches, removeMembers, requireAllWritten } from "./members.ts";

/** The maximum number of composites that one publish may update. */
const compositesMax = 200;

/**
 * The assortments that are composed from this one, directly or indirectly, each after its sources. Cycles are rejected
 * on write; a cycle older than that rule is traversed once.
 */
export async function findCompositesAbove(db: Database, orgId: string, assortmentId: string): Promise<Entity[]> {
  const found = new Map<string, Entity>();
  for (let level = [assortmentId]; level.length > 0; ) {
    const rows = await findComposites(db, orgId, level, compositesMax + 1);
    const next = rows.map(entityOfRow).filter(({ id }) => id !== assortmentId && !found.has(id));
    for (const composite of next) {
      found.set(composite.id, composite);
    }
    if (found.size > compositesMax) {
      throw conflict(`More than ${compositesMax} assortments are composed from ${assortmentId}. Use fewer.`);
    }
    level = next.map(({ id }) => id);
  }
  return behindTheirSources([...found.values()]);
}

function behindTheirSources(composites: readonly Entity[]): Entity[] {
  const ordered: Entity[] = [];
  const waiting = new Map(composites.map((composite) => [composite.id, composite]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((one) => !composedFromIds(one).some((id) => waiting.has(id)));
    const [first] = waiting.values();
    for (const composite of ready.length > 0 || first === undefined ? ready : [first]) {
      ordered.push(composite);
      waiting.delete(composite.id);
    }
  }
  return ordered;
}

/** A composite is changed only through its sources: the next publish of a source would undo any other change. */
export function refuseComposite(assortment: Entity): void {
  const sourceIds = composedFromIds(assortment);
  if (sourceIds.length > 0) {
    const detail = `The assortment ${assortment.id} is composed from others. Change those, or clear composedFromAssortmentIds first.`;
    throw conflict(detail, { composedFromAssortmentIds: sourceIds });
  }
}

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
