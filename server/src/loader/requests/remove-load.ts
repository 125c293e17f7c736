import type { Caller } from "../../access/caller.ts";
import { conflict } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { hasLoadEnded } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { deleteLoad } from "../load-store.ts";
import { requireLoadRight, requireLockedLoad } from "./load-access.ts";

/** Deletes a load that has ended. What it has written stays. */
export async function removeLoad(services: LoadServices, caller: Caller, id: string): Promise<void> {
  await services.db.transaction((tx) => remove(tx, caller, id));
}

/** Throws what would prevent the deletion of the load, and deletes nothing. */
export async function planLoadRemoval(services: LoadServices, caller: Caller, id: string): Promise<void> {
  await services.db.planOnly((tx) => remove(tx, caller, id));
}

async function remove(tx: Transaction, caller: Caller, id: string): Promise<void> {
  requireLoadRight(caller, "delete", id);
  const load = await requireLockedLoad(tx, caller, id);
  if (!hasLoadEnded(load)) {
    throw conflict("The load has not ended. Cancel it first.");
  }
  await deleteLoad(tx, caller.org.id, id);
}
