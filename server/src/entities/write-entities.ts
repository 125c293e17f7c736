import type { Transaction } from "../platform/database/database.ts";
import { OpenWrite, type WriteContext, type WriteEffects } from "./open-write.ts";

/**
 * The one write path. The work adds batches of drafts; each is read and locked, planned in memory one upon the other,
 * and written with the work that it triggers. Their change records are written last, all together. Every door of the
 * product comes here.
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
