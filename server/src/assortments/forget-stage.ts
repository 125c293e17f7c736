import type { Transaction } from "../platform/database/database.ts";
import { deleteStage } from "./staged-member-store.ts";

/** For a load that has ended: nobody needs what it has staged. */
export async function forgetStage(tx: Transaction, orgId: string, stageId: string): Promise<void> {
  await deleteStage(tx, orgId, stageId);
}
