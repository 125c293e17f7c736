import { stateOf } from "../entities/model/entity.ts";
import { findMemberVersions, findOptions, listMemberKeys, type MemberKey } from "../entities/model/member-store.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isSameJson } from "../platform/same-json.ts";
import { byCharacters, findMembers } from "./members.ts";
import {
  type BaselineScope,
  endPublished,
  findPublishedStates,
  insertPublished,
  listPublishedVersions,
  type PublishedMember,
  type PublishedVersion,
  renewVersions,
} from "./published-member-store.ts";

export interface BaselineDifferences {
  readonly adds: number;
  readonly updates: number;
  readonly deletes: number;
}

/** The items of a part in which the members and the latest baseline may differ. */
interface Difference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

// The scan reads three short columns. Rows that differ are read completely, one part at a time.
const partMax = 2_000;

/** Makes the current members the baseline of the publish with this number, and counts the differences. */
export async function renewBaseline(
  tx: Transaction,
  scope: BaselineScope,
  number: number,
): Promise<BaselineDifferences> {
  const counts = { adds: 0, updates: 0, deletes: 0 };
  for await (const { added, changed, removed } of findDifferences(tx, scope)) {
    const updated = await renewChanged(tx, scope, number, changed);
    if (removed.length > 0) {
      await endPublished(tx, scope, number, removed);
    }
    if (added.length > 0) {
      await insertPublished(tx, scope, number, await findToPublish(tx, scope, added));
    }
    counts.adds += added.length;
    counts.updates += updated;
    counts.deletes += removed.length;
  }
  return counts;
}

/** Merges both lists in item order. */
async function* findDifferences(tx: Transaction, scope: BaselineScope): AsyncGenerator<Difference> {
  const { orgId, assortmentId } = scope;
  for (let afterItemId = ""; ; ) {
    const members = await listMemberKeys(tx, orgId, { assortmentId, afterItemId, limit: partMax });
    const published = await listPublishedVersions(tx, { ...scope, afterItemId, limit: partMax });
    const ends = [members, published].flatMap((part) => (part.length < partMax ? [] : [part.at(-1)?.item_id ?? ""]));
    const [end] = ends.sort(byCharacters);
    const upTo = <Row extends { item_id: string }>(rows: readonly Row[]) =>
      end === undefined ? rows : rows.filter(({ item_id }) => item_id <= end);
    const now = new Map(upTo(members).map((member) => [member.item_id, member]));
    const memberIds = [...now.values()].map(({ member_id }) => member_id);
    const versions = await findMemberVersions(tx, orgId, memberIds);
    const before = new Map(upTo(published).map((member) => [member.item_id, member]));
    yield {
      added: [...now.keys()].filter((itemId) => !before.has(itemId)),
      removed: [...before.keys()].filter((itemId) => !now.has(itemId)),
      changed: [...before.values()].filter((published) => isTouched(published, now, versions)).map(itemIdOf),
    };
    if (end === undefined) {
      return;
    }
    afterItemId = end;
  }
}

function itemIdOf({ item_id }: PublishedVersion): string {
  return item_id;
}

function isTouched(
  published: PublishedVersion,
  members: ReadonlyMap<string, MemberKey>,
  versions: ReadonlyMap<string, number>,
): boolean {
  const member = members.get(published.item_id);
  const isSame = member?.member_id === published.member_id && versions.get(member.member_id) === published.version;
  return member !== undefined && !isSame;
}

/** A member that equals its published state is not an update, even if it was changed in between. */
async function renewChanged(
  tx: Transaction,
  scope: BaselineScope,
  number: number,
  itemIds: readonly string[],
): Promise<number> {
  if (itemIds.length === 0) {
    return 0;
  }
  const members = await findToPublish(tx, scope, itemIds);
  const states = await findPublishedStates(tx, scope, itemIds);
  const updated = members.filter(({ itemId, state }) => !isSameJson(state, states.get(itemId)));
  const same = members.filter(({ itemId, state }) => isSameJson(state, states.get(itemId)));
  if (updated.length > 0) {
    await endPublished(
      tx,
      scope,
      number,
      updated.map(({ itemId }) => itemId),
    );
    await insertPublished(tx, scope, number, updated);
  }
  if (same.length > 0) {
    await renewVersions(tx, scope, same);
  }
  return updated.length;
}

/** The members that hold these items, as they will be published. */
async function findToPublish(
  tx: Transaction,
  { orgId, assortmentId }: BaselineScope,
  itemIds: readonly string[],
): Promise<PublishedMember[]> {
  const members = await findMembers(tx, orgId, assortmentId, itemIds);
  const options = await findOptions(tx, orgId, [...members.keys()]);
  return [...members].map(([itemId, member]) => ({
    itemId,
    memberId: member.id,
    version: member.version,
    projectId: member.projectId,
    isFamily: !options.has(itemId),
    state: stateOf(member),
  }));
}
