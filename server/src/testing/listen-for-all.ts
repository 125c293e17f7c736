import type { EventListener, WeftEvent } from "../entities/write/event-listener.ts";
import type { Transaction } from "../platform/database/database.ts";

/** Subscribes to everything in every org. */
export function listenForAll(
  hear: (events: readonly WeftEvent[], tx: Transaction, orgId: string) => Promise<void>,
): EventListener {
  return {
    listenerOf: async (_db, orgId) => ({
      hears: () => true,
      rowsFor: (tx, events) => hear(events, tx, orgId),
    }),
  };
}
