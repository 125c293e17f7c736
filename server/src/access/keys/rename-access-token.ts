import { notFound } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { requireVersion } from "../administration.ts";
import { type AccessTokenRow, lockAccessToken, saveAccessTokenLabel } from "./access-token-store.ts";

/** A token's label is all that can be changed: who needs other rights or a later end takes another token. */
export async function renameAccessToken(
  tx: Transaction,
  orgId: string,
  id: string,
  change: { readonly label: string | undefined; readonly expectedVersion: number | undefined },
): Promise<AccessTokenRow> {
  const token = await lockAccessToken(tx, orgId, id);
  if (token === undefined) {
    throw notFound("access-token", id);
  }
  requireVersion(change.expectedVersion, token.version);
  return saveAccessTokenLabel(tx, orgId, id, change.label ?? token.label);
}
