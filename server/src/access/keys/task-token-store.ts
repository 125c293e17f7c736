import type { Transaction } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/sql.ts";

export interface NewTaskToken {
  readonly id: string;
  readonly taskId: string;
  readonly owner: { readonly type: "app" | "user"; readonly id: string };
  readonly secretHash: Buffer;
  readonly expiresOn: Date;
}

/** Returns the ids of tokens whose owner exists. They have no creator, because no user requested them. */
export async function insertTaskTokens(
  tx: Transaction,
  orgId: string,
  tokens: readonly NewTaskToken[],
): Promise<ReadonlySet<string>> {
  const rows = tokens.map(({ id, taskId, owner, secretHash, expiresOn }) => ({
    id,
    taskId,
    appId: owner.type === "app" ? owner.id : null,
    userId: owner.type === "user" ? owner.id : null,
    secretHash: secretHash.toString("hex"),
    expiresOn,
  }));
  const inserted = await tx.query<{ id: string }>(prepared`
    insert into access_tokens (org_id, id, app_id, user_id, label, secret_hash, preset, task_id, expires_on)
    select ${orgId}, id, "appId", "userId", 'callback of task ' || "taskId", decode("secretHash", 'hex'), 'callback',
      "taskId", "expiresOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (
      id text, "taskId" text, "appId" text, "userId" text, "secretHash" text, "expiresOn" timestamptz)
    where exists (select 1 from apps where org_id = ${orgId} and apps.id = new."appId")
      or exists (select 1 from users where org_id = ${orgId} and users.id = new."userId" and is_active)
    returning id`);
  return new Set(inserted.map(({ id }) => id));
}

export async function deleteTaskTokens(tx: Transaction, orgId: string, taskId: string): Promise<void> {
  await tx.query(prepared`delete from access_tokens where task_id = ${taskId} and org_id = ${orgId}`);
}
