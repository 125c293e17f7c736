import type { Transaction } from "../platform/database/database.ts";
import { tryLocks } from "./assortment-lock-store.ts";

/** Thrown when somebody else writes one of the assortments: the transaction is given up, and tried again later. */
export class AssortmentBusy extends Error {
  constructor() {
    super("another transaction writes one of the assortments");
    this.name = "AssortmentBusy";
  }
}

/**
 * Keeps others from changing the members of these assortments until the end of the transaction, through this folder;
 * the generic verbs on members continue. Nobody waits with a lock in hand: who does not get all of them at once throws, so
 * in whichever order two loads name their assortments, they cannot wait for each other.
 */
export async function lockAssortments(tx: Transaction, orgId: string, assortmentIds: readonly string[]): Promise<void> {
  if (!(await tryLocks(tx, orgId, assortmentIds))) {
    throw new AssortmentBusy();
  }
}
