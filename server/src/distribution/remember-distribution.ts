import type { Database } from "../platform/database/database.ts";
import { isDistributed } from "./distribution-store.ts";

const rememberMs = 60_000;

/** Whether the database is distributed. It may become so while nodes run. */
export function rememberDistribution(db: Database): () => Promise<boolean> {
  let known: Promise<boolean> | undefined;
  let readAt = 0;
  return () => {
    if (known === undefined || Date.now() - readAt > rememberMs) {
      readAt = Date.now();
      known = isDistributed(db);
      known.catch(() => {
        known = undefined;
      });
    }
    return known;
  };
}
