import type { ChangeRecord } from "../contract/schemas.ts";
import type { Caller } from "../operation-call.ts";
import { type KeptCursor, openCursor } from "./kept-cursor.ts";
import type { ChangePage, Polling } from "./polling.ts";
import { walkLog } from "./walk-log.ts";

/**
 * A record is finished when the next one is asked for. Who leaves the loop, by break or by an error, has not finished
 * the record at hand: it comes again, and those before it do not.
 */
export async function* pollChanges(caller: Caller, polling: Polling): AsyncGenerator<ChangeRecord, void, undefined> {
  const cursor = await openCursor(caller, polling);
  for await (const page of walkLog(caller, cursor.start, polling)) {
    yield* handOut(page, cursor);
    // Also when there were no records: the place has moved on, and a cursor that stands still becomes too old.
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
