import type { Caller } from "../access/caller.ts";
import { findActors } from "../access/user-store.ts";
import type { Transaction } from "../platform/database/database.ts";
import { conflict, forbidden, invalidField, notFound } from "../platform/errors.ts";
import {
  type ChangeConsumerRow,
  type ConsumerScope,
  saveChangeConsumer,
  saveConsumerOwner,
} from "./change-consumer-store.ts";
import { logBeginning, type Position, type Start } from "./change-cursor.ts";
import { findHorizon, findLogEnd } from "./change-history-store.ts";
import { isOnLog, notOfThisLog, requirePlace } from "./require-place.ts";

interface ConsumerChange {
  readonly name: string;
  /** Undefined only for a change of owner. */
  readonly cursor: Start | undefined;
  readonly ownerId: string | undefined;
}

interface MovedConsumer {
  readonly row: ChangeConsumerRow;
  readonly end: Position;
}

/**
 * Stores the position of a consumer; the first call creates the consumer. A position whose changes were deleted is
 * accepted, because it may be valid for a consumer of one type. Its next read reports the gap.
 */
export async function moveChangeConsumer(
  tx: Transaction,
  caller: Caller,
  { name, cursor, ownerId }: ConsumerChange,
): Promise<MovedConsumer> {
  const orgId = caller.org.id;
  const scope = consumerScopeOf(caller);
  await requireOwner(tx, caller, ownerId);
  if (cursor === undefined) {
    return { row: await giveConsumer(tx, orgId, scope, { name, ownerId }), end: await findLogEnd(tx, orgId) };
  }
  const { place, end } = await placeOf(tx, orgId, cursor);
  const moved = { name, place, movedById: caller.actor.id, ownerId, now: new Date() };
  const row = await saveChangeConsumer(tx, orgId, scope, moved);
  if (row === undefined) {
    // 409, not 404: a poller that uses another owner's name must stop, not wait for the consumer or start again.
    throw conflict(
      `The consumer name ${name} belongs to another app or user. Use another name, or ask an administrator to transfer it to you.`,
    );
  }
  return { row, end };
}

async function requireOwner(tx: Transaction, caller: Caller, ownerId: string | undefined): Promise<void> {
  if (ownerId === undefined || ownerId === caller.actor.id) {
    return;
  }
  if (!caller.isAdministrator) {
    throw forbidden("Transferring a consumer to another owner requires administrator permissions.");
  }
  if ((await findActors(tx, caller.org.id, [ownerId])).length === 0) {
    throw invalidField("#/ownerId", `There is no app or user ${ownerId}.`);
  }
}

async function giveConsumer(
  tx: Transaction,
  orgId: string,
  scope: ConsumerScope,
  { name, ownerId }: { readonly name: string; readonly ownerId: string | undefined },
): Promise<ChangeConsumerRow> {
  if (ownerId === undefined) {
    throw invalidField("#/cursor", "Send a cursor, beginning or now.");
  }
  const row = await saveConsumerOwner(tx, orgId, scope, { name, ownerId });
  if (row === undefined) {
    throw notFound("change consumer", name);
  }
  return row;
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

/**
 * The consumers that a caller may access: all for administrators, otherwise those of the caller's app or user, with any
 * of its credentials.
 */
export function consumerScopeOf(caller: Caller): ConsumerScope {
  return caller.isAdministrator ? "all" : { ownerId: caller.actor.id };
}
