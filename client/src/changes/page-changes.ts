import type { Caller } from "../operation-call.ts";
import { openCursor } from "./kept-cursor.ts";
import type { ChangePage, Polling } from "./polling.ts";
import { walkLog } from "./walk-log.ts";

/** A page is finished, and its end stored, when the next one is requested. */
export async function* pageChanges(caller: Caller, polling: Polling): AsyncGenerator<ChangePage, void, undefined> {
  const cursor = await openCursor(caller, polling);
  for await (const page of walkLog(caller, cursor.start, polling)) {
    yield page;
    await cursor.save(page.coveredUntil);
  }
}
