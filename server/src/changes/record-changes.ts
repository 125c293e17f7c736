import type { Transaction } from "../platform/database/database.ts";
import { jsonList } from "../platform/json-list.ts";
import type { ChangeDraft, RecordingOptions } from "./change-draft.ts";
import { appendChanges, type Recorded, type SerializedChanges, serializeChanges } from "./change-log-store.ts";

/** Thrown when the org's types have changed since the write was planned. Nothing may be committed; plan again. */
export class StaleTypes extends Error {
  constructor() {
    super("the types of the org have changed while a write was planned with the old ones");
    this.name = "StaleTypes";
  }
}

/**
 * Numbers and stamps the changes in the given order, as the last step of a writing transaction. It locks the org's feed
 * row until the commit, so the log is in commit order. Nothing may block after it.
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

/** The same for changes that are already serialized. */
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
