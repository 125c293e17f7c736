import type { Transaction } from "../platform/database/database.ts";
import type { Entity } from "./entity.ts";

/** Something that has happened and that others may wait for. */
export type WeftEvent =
  | {
      readonly kind: "created" | "updated" | "deleted";
      readonly before: Entity | undefined;
      readonly after: Entity | undefined;
      readonly changeSetId: string;
    }
  | {
      /** Such as assortment|publish, or the outcome of a load. */
      readonly kind: "named";
      readonly name: string;
      readonly subject: { readonly entityType: string; readonly id: string };
      readonly payload: Readonly<Record<string, unknown>>;
      readonly changeSetId: string;
    };

/**
 * A part of the product that starts work when something happens: it inserts the rows of that work in the transaction
 * of what causes it. Called once for all events of a batch, so it must work set-wise, and cost next to nothing for an
 * org in which nobody listens.
 */
export interface EventListener {
  rowsFor(tx: Transaction, orgId: string, events: readonly WeftEvent[]): Promise<void>;
}

/** Tells every listener, one after the other. */
export async function raiseEvents(
  tx: Transaction,
  orgId: string,
  events: readonly WeftEvent[],
  listeners: readonly EventListener[],
): Promise<void> {
  if (events.length === 0) {
    return;
  }
  for (const listener of listeners) {
    await listener.rowsFor(tx, orgId, events);
  }
}
