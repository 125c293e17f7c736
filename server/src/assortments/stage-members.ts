import type { Transaction } from "../platform/database/database.ts";
import type { StagedMember } from "./staged-member.ts";
import { saveStaged } from "./staged-member-store.ts";

const rowsAtOnce = 2_000;

/** Stores the member rows of a load until its assortments are written. Staging the same rows again changes nothing. */
export async function stageMembers(
  tx: Transaction,
  orgId: string,
  stageId: string,
  members: readonly StagedMember[],
): Promise<void> {
  for (let start = 0; start < members.length; start += rowsAtOnce) {
    await saveStaged(tx, orgId, stageId, members.slice(start, start + rowsAtOnce));
  }
}
