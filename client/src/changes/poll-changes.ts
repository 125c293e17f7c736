import type { ChangeRecord } from "../contract/schemas.ts";
import type { Caller } from "../operation-call.ts";
import { type KeptCursor, openCursor } from "./kept-cursor.ts";
import type { ChangePage, Polling } from "./polling.ts";
import { walkLog } from "./walk-log.ts";

/**
 * A record is finished when the next one is requested. A loop that ends by break or by an error has not finished
 * the current record: it is delivered again, and those before it are not.
 */
export async function* pollChanges(caller: Caller, polling: Polling): AsyncGenerator<ChangeRecord, void, undefined> {
  const cursor = await openCursor(caller, polling);
  for await (const page of walkLog(caller, cursor.start, polling)) {
    yield* handOut(page, cursor);
    // Also without records: the position has advanced, and an old cursor would expire.
    await cursor.save(page.coveredUntil);
  }
}

async function* handOut({ records }: ChangePage, cursor: KeptCursor): AsyncGenerator<ChangeRecord, void, undefined> {
  let finished: string | undefined;
  let isLeft = true;
  try {
    for (const record of records) {
      yield record;
      finished = record.id;
    }
    isLeft = false;
  } finally {
    if (isLeft && finished !== undefined) {
      await cursor.saveOnLeaving(finished);
    }
  }
}
