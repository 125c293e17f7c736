import type { Transaction } from "../platform/database/database.ts";
import { deleteStage } from "./staged-member-store.ts";

/** Called when a load has ended and no longer needs its stage. */
export async function forgetStage(tx: Transaction, orgId: string, stageId: string): Promise<void> {
  await deleteStage(tx, orgId, stageId);
}
