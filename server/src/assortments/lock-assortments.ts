import type { Transaction } from "../platform/database/database.ts";
import { tryLocks } from "./assortment-lock-store.ts";

/** Thrown when another writer holds one of the assortments. The transaction is rolled back and retried later. */
export class AssortmentBusy extends Error {
  constructor() {
    super("another transaction writes one of the assortments");
    this.name = "AssortmentBusy";
  }
}

/**
 * Blocks changes of the members of these assortments through this folder until the end of the transaction; the generic
 * verbs on members are not blocked. Takes all locks at once or throws, and never waits while holding a lock, so two
 * loads cannot deadlock whatever the order of their assortments.
 */
export async function lockAssortments(tx: Transaction, orgId: string, assortmentIds: readonly string[]): Promise<void> {
  if (!(await tryLocks(tx, orgId, assortmentIds))) {
    throw new AssortmentBusy();
  }
}
