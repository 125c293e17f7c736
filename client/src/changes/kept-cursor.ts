import type { Caller } from "../operation-call.ts";
import { retryUntilAvailable } from "../outlast.ts";
import { retriesDefault, withRetries } from "../retry.ts";
import { consumerCursor } from "./consumer-cursor.ts";
import type { CursorStore } from "./cursor-store.ts";
import type { Polling } from "./polling.ts";

/** Where a poll begins, and how far it is stored that it has come. */
export interface KeptCursor {
  readonly start: string;
  /** Stores a place; while following, however long that takes. */
  save(cursor: string): Promise<void>;
  /** The same for who does not come back and must not be held for ever. */
  saveOnLeaving(cursor: string): Promise<void>;
}

/** Loads what is stored, which wins over where the caller would begin. */
export async function openCursor(caller: Caller, polling: Polling): Promise<KeptCursor> {
  const { after = "beginning", follow = true, signal } = polling;
  const store = storeOf(caller, polling);
  const briefly = <Result>(call: () => Promise<Result>) =>
    withRetries(call, { retries: polling.retries ?? retriesDefault, isRepeatable: true, signal });
  const patiently = <Result>(call: () => Promise<Result>) =>
    follow ? retryUntilAvailable(call, signal) : briefly(call);
  const stored = await patiently(async () => store?.load());
  let saved = isPlace(stored) ? stored : "";
  /** Cursors sort as the log does; the cursor never goes back. */
  const advance = async (cursor: string) => {
    if (store !== undefined && cursor > saved) {
      await store.save(cursor);
      saved = cursor;
    }
  };
  return {
    start: stored ?? after,
    save: (cursor) => patiently(() => advance(cursor)),
    saveOnLeaving: (cursor) => briefly(() => advance(cursor)),
  };
}

function storeOf(caller: Caller, polling: Polling): CursorStore | undefined {
  if (polling.consumer === undefined) {
    return polling.cursor;
  }
  if (polling.cursor !== undefined) {
    throw new TypeError("A poll keeps its cursor in one place: give consumer or cursor, not both.");
  }
  return consumerCursor(caller, polling.consumer, polling);
}

/** Somebody may have stored beginning or now, to start anew. */
function isPlace(stored: string | undefined): stored is string {
  return stored !== undefined && stored !== "beginning" && stored !== "now";
}
