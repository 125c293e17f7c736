import { ApiError, type Weft } from "@weft/client";
import type { TailCursor } from "./tail-cursor.ts";

const lastWordMs = 3_000;

/** A cursor stored by the service under a name. Retries through outages: a printed but unstored change would repeat. */
export function consumerCursor(weft: Weft, name: string, signal: AbortSignal): TailCursor {
  const { consumers } = weft.changes;
  return {
    async load() {
      try {
        return (await consumers.get({ name, signal })).cursor;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    },
    async store(cursor) {
      try {
        await consumers.put({ name, cursor, signal, retries: Number.POSITIVE_INFINITY });
      } catch (error) {
        if (!signal.aborted) throw error;
        // Interrupted after a printed line: try once more, briefly.
        await consumers.put({ name, cursor, retries: 0, timeoutMs: lastWordMs }).catch(() => undefined);
      }
    },
    settle() {},
  };
}
