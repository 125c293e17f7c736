import type { ChangeRecord, ChangeSearch, Weft } from "@weft/client";
import type { TailCursor } from "./tail-cursor.ts";

interface Tail {
  readonly cursor: TailCursor;
  /** Start position if no cursor is stored: a cursor, beginning or now. */
  readonly since: string;
  readonly filter: Pick<ChangeSearch, "criteria" | "entityType">;
  /** Synchronous if the line was written synchronously. */
  readonly print: (record: ChangeRecord) => Promise<void> | undefined;
  readonly signal: AbortSignal;
}

/** Prints changes without end, through outages of the service; each is stored before the next is printed. */
export async function tailChanges(weft: Weft, { cursor, since, filter, print, signal }: Tail): Promise<void> {
  let stored = "";
  const store = async (place: string) => {
    if (place === stored) return;
    await cursor.store(place);
    stored = place;
  };
  const requested = (await cursor.load()) ?? since;
  // A wrong key, cursor or URL fails immediately; only later outages are retried.
  const { coveredUntil: now } = await weft.call(
    "list-changes",
    { query: { ...filter, after: requested, limit: 1 } },
    { signal },
  );
  // Stores the end of the log as the position, even if no change arrives before the next start.
  if (requested === "now") await store(now);
  const after = requested === "now" ? now : requested;
  for await (const { records, coveredUntil } of weft.changes.pages({ after, ...filter, signal })) {
    for (const record of records) {
      const leaving = print(record);
      if (leaving !== undefined) await leaving;
      await store(record.id);
      signal.throwIfAborted();
    }
    await store(coveredUntil);
    cursor.settle();
  }
}
