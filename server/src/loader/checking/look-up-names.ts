import { findUserIdsByNames } from "../../access/users/user-store.ts";
import { findIdsOfNames } from "../../entities/entity-names-store.ts";
import { findFileIds } from "../../files/file-store.ts";
import type { Database } from "../../platform/database/database.ts";
import type { IdsOfNames } from "../build/row-reading.ts";

/** Looks up all names of a batch of rows, with one query for each referenced type. */
export async function lookUpNames(
  db: Database,
  orgId: string,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<IdsOfNames> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [wantedPath, texts] of names) {
    found.set(wantedPath, await idsOf(db, orgId, wantedPath, [...texts]));
  }
  return found;
}

async function idsOf(
  db: Database,
  orgId: string,
  wantedPath: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  switch (wantedPath) {
    case "user":
      return findUserIdsByNames(db, orgId, texts);
    case "file":
      return new Map([...(await findFileIds(db, orgId, texts))].map((id) => [id, id]));
    default:
      return findIdsOfNames(db, orgId, wantedPath, texts);
  }
}
