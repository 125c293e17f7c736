import type { Transaction } from "../platform/database/database.ts";
import { findNextOfLines, makeDue } from "./delivery-queue-store.ts";

/** Lets the next of each line come to the front, where nobody stands there. Answers how many there were. */
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
