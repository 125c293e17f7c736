import { type Database, PostgresDatabase } from "../platform/database/database.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { unavailable } from "../platform/errors.ts";
import { forkFeeds, lockTimeline, readTimelines, saveTimeline, type Timelines } from "./feed-epoch-store.ts";

/**
 * Called with each new session that can write: begins a new epoch of every change history if the server has another
 * timeline than the one on which changes were last written. So no change is recorded on it before.
 */
export function guardFeeds(connectionString: string): (session: Database) => Promise<void> {
  let beginning: Promise<void> | undefined;
  return async (session) => {
    const timelines = await readTimelines(session).catch(unlessUnsupported);
    if (timelines === undefined || isSame(timelines)) return;
    beginning ??= beginEpoch(connectionString).finally(() => {
      beginning = undefined;
    });
    await beginning;
    if (!isSame(await readTimelines(session))) {
      throw unavailable("The database is failing over. Retry in a second.", { retryAfterSeconds: 1 });
    }
  };
}

/** On a connection of its own: that of the caller ends if it is not usable within seconds. */
async function beginEpoch(connectionString: string): Promise<void> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-epoch" });
  try {
    await db.transaction(async (tx) => {
      await lockTimeline(tx);
      // Another session may have begun it meanwhile.
      const timelines = await readTimelines(tx);
      if (isSame(timelines)) return;
      const { now, last } = timelines;
      if (last?.system_identifier === now.system_identifier) {
        await forkFeeds(tx);
      }
      await saveTimeline(tx, now);
    });
  } finally {
    await db.close();
  }
}

function isSame({ now, last }: Timelines): boolean {
  return last?.system_identifier === now.system_identifier && last.timeline === now.timeline;
}

// A schema before the migration, or a provider that does not allow these functions. Then there are no epochs.
const unsupportedStates = new Set(["42P01", "42501", "42883", "0A000"]);

function unlessUnsupported(error: unknown): undefined {
  if (!unsupportedStates.has(errorCodeOf(error))) throw error;
}
