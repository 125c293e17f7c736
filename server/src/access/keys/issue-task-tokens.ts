import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { formatToken } from "../credential.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { insertTaskTokens } from "./task-token-store.ts";

/** A task whose callbacks an external system may send on behalf of the owner. */
export interface TokenInput {
  readonly taskId: string;
  readonly owner: { readonly type: "app" | "user"; readonly id: string };
  readonly expiresOn: Date;
}

/** Tokens by the id of their task. A deleted owner gets none. */
export async function issueTaskTokens(
  tx: Transaction,
  orgId: string,
  inputs: readonly TokenInput[],
): Promise<ReadonlyMap<string, string>> {
  const drafts = inputs.map((input) => ({ ...input, id: newId(), secret: makeSecret() }));
  const issued = await insertTaskTokens(
    tx,
    orgId,
    drafts.map(({ secret, ...draft }) => ({ ...draft, secretHash: hashSecret(secret) })),
  );
  return new Map(
    drafts.flatMap(({ id, taskId, secret }) => (issued.has(id) ? [[taskId, formatToken(orgId, secret)]] : [])),
  );
}
