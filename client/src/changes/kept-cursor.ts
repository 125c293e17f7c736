import { ApiError } from "../api-error.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { retriesDefault, withRetries } from "../retry.ts";
import { retryUntilAvailable } from "../retry-until-available.ts";
import type { CursorStore } from "./cursor-store.ts";
import type { Polling } from "./polling.ts";

/** The start position of a poll, and its stored position. */
export interface KeptCursor {
  readonly start: string;
  /** Stores a position; while following, retries without limit. */
  save(cursor: string): Promise<void>;
  /** The same for a caller that leaves and must not be blocked forever. */
  saveOnLeaving(cursor: string): Promise<void>;
}

/** Loads the stored position, which takes precedence over the caller's start position. */
export async function openCursor(caller: Caller, polling: Polling): Promise<KeptCursor> {
  const { after = "beginning", follow = true, signal } = polling;
  const store = storeOf(caller, polling);
  const briefly = <Result>(call: () => Promise<Result>) =>
    withRetries(call, { retries: polling.retries ?? retriesDefault, isRepeatable: true, signal });
  const retrying = <Result>(call: () => Promise<Result>) =>
    follow ? retryUntilAvailable(call, signal) : briefly(call);
  const stored = await retrying(async () => store?.load());
  let saved = isPlace(stored) ? stored : "";
  /** Cursors sort in log order; the cursor never moves back. */
  const advance = async (cursor: string) => {
    if (store !== undefined && cursor > saved) {
      await store.save(cursor);
      saved = cursor;
    }
  };
  return {
    start: stored ?? after,
    save: (cursor) => retrying(() => advance(cursor)),
    saveOnLeaving: (cursor) => briefly(() => advance(cursor)),
  };
}

function storeOf(caller: Caller, polling: Polling): CursorStore | undefined {
  if (polling.consumer === undefined) {
    return polling.cursor;
  }
  if (polling.cursor !== undefined) {
    throw new TypeError("A poll stores its cursor in one place: pass consumer or cursor, not both.");
  }
  return consumerCursor(caller, polling.consumer, polling);
}

/** The stored value may be beginning or now, to start over. */
function isPlace(stored: string | undefined): stored is string {
  return stored !== undefined && stored !== "beginning" && stored !== "now";
}

/** The cursor that the service stores under a name, and whose lag the console shows. Retries are up to the caller. */
function consumerCursor(caller: Caller, name: string, { signal, timeoutMs }: CallOptions): CursorStore {
  const params = { name };
  return {
    async load() {
      try {
        return (await caller.call("get-change-consumer", { params }, { signal, timeoutMs, retries: 0 })).cursor;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    },
    // Without the signal: what was finished before an abort must still be stored.
    async save(cursor) {
      await caller.call("put-change-consumer", { params, body: { cursor } }, { timeoutMs, retries: 0 });
    },
  };
}
