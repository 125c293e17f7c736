import type { Verb } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { notFound } from "../../errors.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import type { Load } from "../load.ts";
import { findLoad, lockLoad } from "../load-store.ts";

export const loadKindName = "loader-process";

export function requireLoadRight(caller: Caller, verb: Verb, id: string): void {
  requireRight(caller, verb, { typePath: loadKindName }, id);
}

export async function requireLoad(db: Database, caller: Caller, id: string): Promise<Load> {
  const load = await findLoad(db, caller.org.id, id);
  if (load === undefined) {
    throw notFound(loadKindName, id);
  }
  return load;
}

/** The current load, locked until the transaction ends. */
export async function requireLockedLoad(tx: Transaction, caller: Caller, id: string): Promise<Load> {
  const load = await lockLoad(tx, caller.org.id, id);
  if (load === undefined) {
    throw notFound(loadKindName, id);
  }
  return load;
}
