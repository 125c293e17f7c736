import type { Database } from "../platform/database/database.ts";
import { compareStage, type StageComparison } from "./compare-stage.ts";
import type { MemberCounts } from "./staged-member.ts";

export interface MembersPreview extends MemberCounts {
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
