import type { Transaction } from "../platform/database/database.ts";
import { type ChangeConsumerRow, saveChangeConsumer } from "./change-consumer-store.ts";
import { logBeginning, type Position, type Start } from "./change-cursor.ts";
import { findHorizon, findLogEnd } from "./change-history-store.ts";
import { notOfThisLog } from "./cursor-gone.ts";
import { isOnLog, requirePlace } from "./require-place.ts";

export interface ConsumerChange {
  readonly name: string;
  readonly cursor: Start;
  readonly updatedById: string;
}

export interface MovedConsumer {
  readonly row: ChangeConsumerRow;
  readonly end: Position;
}

/**
 * Stores where a consumer has come to; the first time makes it. A place whose changes have been forgotten is taken: a
 * consumer of one type may well stand there. Its next read tells.
 */
export async function moveChangeConsumer(
  tx: Transaction,
  orgId: string,
  { name, cursor, updatedById }: ConsumerChange,
): Promise<MovedConsumer> {
  const { place, end } = await placeOf(tx, orgId, cursor);
  return { row: await saveChangeConsumer(tx, orgId, { name, place, updatedById }), end };
}

async function placeOf(tx: Transaction, orgId: string, cursor: Start): Promise<{ place: Position; end: Position }> {
  if (cursor === "beginning" || cursor === "now") {
    const { after, end } = await requirePlace(tx, orgId, cursor, undefined);
    return { place: after, end };
  }
  const end = await findLogEnd(tx, orgId);
  if (!(await isOnLog(tx, orgId, cursor, end))) {
    throw notOfThisLog((await findHorizon(tx, orgId, undefined)) ?? logBeginning);
  }
  return { place: cursor, end };
}
