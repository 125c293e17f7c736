import { conflict } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { isTaken } from "../administration.ts";
import { insertOrg, type OrgRow } from "./org-store.ts";

export async function createOrg(tx: Transaction, draft: { slug: string; name: string }): Promise<OrgRow> {
  try {
    return await insertOrg(tx, { id: newId(), ...draft });
  } catch (error) {
    throw isTaken(error, "orgs_slug_key") ? conflict(`The organization ${draft.slug} exists already.`) : error;
  }
}
