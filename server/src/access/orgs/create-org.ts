import { conflict, invalidField } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { isTaken } from "../administration.ts";
import { insertOrg, type OrgRow } from "./org-store.ts";

/** Path segments below /api/sso that a slug would conflict with. */
const reservedSlugs = new Set(["callback", "token", "device"]);

export async function createOrg(tx: Transaction, draft: { slug: string; name: string }): Promise<OrgRow> {
  if (reservedSlugs.has(draft.slug)) {
    throw invalidField("#/slug", `The slug ${draft.slug} is reserved. Choose another.`);
  }
  try {
    return await insertOrg(tx, { id: newId(), ...draft });
  } catch (error) {
    throw isTaken(error, "orgs_slug_key") ? conflict(`The organization ${draft.slug} already exists.`) : error;
  }
}
