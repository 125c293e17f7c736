import type { Transaction } from "../platform/database/database.ts";
import { jsonList } from "../platform/json-list.ts";
import type { ChangeDraft, RecordingOptions } from "./change-draft.ts";
import { appendChanges, type Recorded, type SerializedChanges, serializeChanges } from "./change-log-store.ts";

/** Thrown when the org's types have changed since the write was planned: nothing may be committed, plan again. */
export class StaleTypes extends Error {
  constructor() {
    super("the types of the org have changed while a write was planned with the old ones");
    this.name = "StaleTypes";
  }
}

/**
 * Numbers and stamps the changes, in the given order, as the last step of a writing transaction. It takes the org's
 * feed row and keeps it until the commit, so the log is in commit order; nothing may be waited for after it.
 */
export async function recordChanges(
  tx: Transaction,
  orgId: string,
  changes: readonly ChangeDraft[],
  options: RecordingOptions,
): Promise<Recorded> {
  const { count, rows } = serializeChanges(changes);
  return recordSerializedChanges(tx, orgId, { count, rows: jsonList(rows) }, options);
}

/** The same for changes that were put into words before. */
export async function recordSerializedChanges(
  tx: Transaction,
  orgId: string,
  changes: SerializedChanges,
  options: RecordingOptions,
): Promise<Recorded> {
  const recorded = await appendChanges(tx, orgId, changes, options);
  if (recorded === undefined) {
    throw new StaleTypes();
  }
  return recorded;
}
