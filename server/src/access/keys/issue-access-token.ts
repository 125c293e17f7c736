import type { Preset, Right } from "@weft/contract";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { formatToken } from "../credential.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { type AccessTokenRow, insertAccessToken, insertTaskTokens } from "./access-token-store.ts";
import {
  checkGrants,
  creatorOf,
  type Issuer,
  type KeyOwner,
  requireIssuerGrants,
  requireOwner,
} from "./credential-owners.ts";

interface AccessTokenDraft {
  readonly owner: KeyOwner;
  readonly label: string;
  readonly preset: Preset | undefined;
  readonly rights: readonly Right[] | undefined;
  readonly taskId: string | undefined;
  readonly expiresInSeconds: number;
  readonly issuer: Issuer;
}

interface IssuedAccessToken {
  readonly row: AccessTokenRow;
  /** The whole token, which is not stored. */
  readonly accessToken: string;
}

export async function issueAccessToken(
  tx: Transaction,
  orgId: string,
  draft: AccessTokenDraft,
): Promise<IssuedAccessToken> {
  // A token for one task is valid only for its callbacks.
  const preset = draft.taskId === undefined ? draft.preset : "callback";
  await requireOwner(tx, orgId, draft.owner);
  checkGrants(draft.owner, preset, draft.rights);
  await requireIssuerGrants(tx, { ...draft, preset });
  const secret = makeSecret();
  const row = await insertAccessToken(tx, orgId, {
    id: newId(),
    app_id: draft.owner.type === "app" ? draft.owner.id : null,
    user_id: draft.owner.type === "user" ? draft.owner.id : null,
    label: draft.label,
    secret_hash: hashSecret(secret),
    preset: preset ?? null,
    rights: draft.rights === undefined ? null : [...draft.rights],
    task_id: draft.taskId ?? null,
    expires_on: new Date(Date.now() + draft.expiresInSeconds * 1000),
    created_by_id: creatorOf(draft),
  });
  return { row, accessToken: formatToken(orgId, secret) };
}

/** A task whose callbacks an external system may send on behalf of the owner. */
interface TokenInput {
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
