import type { Transaction } from "../platform/database/database.ts";
import { findNextOfLines, makeDue } from "./delivery-queue-store.ts";

/** Makes the next delivery of each line due, unless the line already has one due or claimed. Returns their number. */
export async function promoteLines(
  tx: Transaction,
  orgId: string,
  webhookId: string,
  lines: readonly string[],
): Promise<number> {
  const next = lines.length === 0 ? [] : await findNextOfLines(tx, orgId, webhookId, lines);
  if (next.length > 0) {
    await makeDue(tx, orgId, next);
  }
  return next.length;
}
