import { ApiError } from "../api-error.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import type { CursorStore } from "./cursor-store.ts";

/** The cursor that the service stores under a name, and whose lag the console shows. Retries are up to the caller. */
export function consumerCursor(caller: Caller, name: string, { signal, timeoutMs }: CallOptions): CursorStore {
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
