import type { Transaction } from "../platform/database/database.ts";
import { OpenWrite, type WriteContext, type WriteEffects } from "./open-write.ts";

/**
 * The only write path, used by every entry point of the product. The work adds batches of drafts; each is read and
 * locked, planned in memory in sequence, and written with the work that it triggers. The change records of all batches
 * are written together at the end.
 */
export async function writeEntities<Result>(
  tx: Transaction,
  orgId: string,
  context: WriteContext,
  work: (write: OpenWrite) => Promise<Result>,
): Promise<{ readonly result: Result; readonly effects: WriteEffects }> {
  const write = new OpenWrite(tx, orgId, context);
  const result = await work(write);
  return { result, effects: await write.record() };
}
