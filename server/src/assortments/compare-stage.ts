import { isSystemField } from "@weft/contract";
import type { Entity } from "../entities/model/entity.ts";
import { findProjectItems, listMemberKeys, type MemberKey } from "../entities/model/member-store.ts";
import type { SentFields } from "../entities/model/write-request.ts";
import type { Database } from "../platform/database/database.ts";
import { isSameJson } from "../platform/same-json.ts";
import { findMembers } from "./members.ts";
import { findKept, listStaged, type Stage, type StagedRow } from "./staged-member-store.ts";

/** The differences between a part of a stage and the assortment. */
interface StagePart {
  readonly added: readonly StagedRow[];
  readonly kept: readonly KeptMember[];
  readonly removed: readonly MemberKey[];
}

export interface KeptMember {
  readonly row: StagedRow;
  readonly member: Entity;
  /** True if writing the row would change nothing. */
  readonly isSame: boolean;
}

export interface StageComparison extends Stage {
  /** True: only staged items are changed. False: the stage is the whole assortment. */
  readonly isPartial: boolean;
}

/** The outcome of an assortment's members. */
export interface MemberCounts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

// Planned and written at once: enough to amortize the cost of a statement, few enough for memory.
const partMax = 1_000;

/**
 * Compares a stage with the assortment, part by part. Members may be written between two parts. Removals come first,
 * because they free values that must be unique among members.
 */
export async function* compareStage(
  db: Database,
  orgId: string,
  comparison: StageComparison,
): AsyncGenerator<StagePart> {
  if (!comparison.isPartial) {
    yield* partsNotStaged(db, orgId, comparison);
  }
  for (let afterItemId = ""; ; ) {
    const rows = await listStaged(db, orgId, comparison, { afterItemId, limit: partMax });
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    yield await compareRows(db, orgId, comparison, rows);
    afterItemId = last.item_id;
  }
}

async function* partsNotStaged(db: Database, orgId: string, stage: Stage): AsyncGenerator<StagePart> {
  for (let afterItemId = ""; ; ) {
    const { assortmentId } = stage;
    const members = await listMemberKeys(db, orgId, { assortmentId, afterItemId, limit: partMax });
    const last = members.at(-1);
    if (last === undefined) {
      return;
    }
    const itemIds = members.map(({ item_id }) => item_id);
    const kept = await findKept(db, orgId, stage, itemIds);
    const removed = members.filter(({ item_id }) => !kept.has(item_id));
    if (removed.length > 0) {
      yield { added: [], kept: [], removed };
    }
    afterItemId = last.item_id;
  }
}

async function compareRows(
  db: Database,
  orgId: string,
  { assortmentId, isPartial }: StageComparison,
  rows: readonly StagedRow[],
): Promise<StagePart> {
  const itemIds = rows.map(({ item_id }) => item_id);
  const members = await findMembers(db, orgId, assortmentId, itemIds);
  const projectItems = await projectItemsOf(db, orgId, members);
  const wanted = rows.filter(({ is_dropped }) => !is_dropped);
  const dropped = isPartial ? rows.filter(({ is_dropped }) => is_dropped) : [];
  return {
    added: wanted.filter(({ item_id }) => !members.has(item_id)),
    kept: wanted.flatMap((row) => {
      const member = members.get(row.item_id);
      return member === undefined ? [] : [{ row, member, isSame: isSame(row, member, projectItems) }];
    }),
    removed: dropped.flatMap(({ item_id }) => {
      const member = members.get(item_id);
      return member === undefined ? [] : [{ item_id, member_id: member.id }];
    }),
  };
}

/** All members of an assortment belong to its project. */
async function projectItemsOf(db: Database, orgId: string, members: ReadonlyMap<string, Entity>) {
  const [first] = members.values();
  const projectId = first?.projectId ?? null;
  return projectId === null ? new Map<string, string>() : findProjectItems(db, orgId, projectId, [...members.keys()]);
}

/** A member is unchanged if it has all staged values and the item's current project item. */
function isSame({ item_id, fields }: StagedRow, member: Entity, projectItems: ReadonlyMap<string, string>): boolean {
  const { properties, name, typePath, federatedId } = member;
  const held: SentFields = { name, typePath, federatedId };
  return (
    isSameJson(properties["projectItemId"], projectItems.get(item_id)) &&
    Object.entries(fields).every(([slug, value]) =>
      isSystemField(slug) ? slug in held && isSameJson(value, held[slug]) : isSameJson(value, properties[slug]),
    )
  );
}

interface MembersPreview extends MemberCounts {
  /** The first items that would be removed. */
  readonly removedItemIds: readonly string[];
}

const removedItemIdsMax = 1_000;

/** The effect of a load on the members. Compares values as staged, without locks or writes. */
export async function previewMembers(
  db: Database,
  orgId: string,
  comparison: StageComparison,
): Promise<MembersPreview> {
  const counts = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  const removedItemIds: string[] = [];
  for await (const { added, kept, removed } of compareStage(db, orgId, comparison)) {
    const same = kept.filter(({ isSame }) => isSame).length;
    counts.added += added.length;
    counts.updated += kept.length - same;
    counts.unchanged += same;
    counts.removed += removed.length;
    const room = removedItemIdsMax - removedItemIds.length;
    removedItemIds.push(...removed.slice(0, room).map(({ item_id }) => item_id));
  }
  return { ...counts, removedItemIds };
}
