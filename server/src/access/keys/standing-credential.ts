import type { Database } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import { findStandingRows, type StandingRow } from "../credential-store.ts";
import type { Decider } from "../decide.ts";
import { grantsOfCredential } from "../grants.ts";
import { findApiKey } from "./api-key-store.ts";

/**
 * A credential that acts later, without a caller: its rights are looked up each time. A key stands for its rotation
 * chain, by the id of the first key; an app acts with its own rights.
 */
export interface StandingCredential {
  readonly type: "user" | "key" | "token" | "app";
  readonly id: string;
}

/** Who a standing credential acts as now, and with which rights; or why it can no longer act. */
export type Standing =
  | {
      readonly isActive: true;
      readonly actor: { readonly id: string; readonly type: "user" | "app"; readonly name: string };
      readonly rights: Decider;
      readonly label: string | undefined;
    }
  | {
      readonly isActive: false;
      readonly reason: string;
      readonly name: string;
      readonly label: string | undefined;
    };

/** What the caller sets up acts as the user, unless the credential has its own rights or can be revoked separately. */
export async function standingCredentialOf(db: Database, caller: Caller): Promise<StandingCredential> {
  const { credential, actor, isNarrowed, org } = caller;
  switch (credential.type) {
    case "app-key":
    case "user-key": {
      const key = await findApiKey(db, org.id, credential.id);
      return { type: "key", id: key?.rotated_from_id ?? credential.id };
    }
    case "access-token":
      return actor.type === "app" || isNarrowed ? { type: "token", id: credential.id } : { type: "user", id: actor.id };
    case "session":
      return { type: "user", id: actor.id };
  }
}

export type StandingOf = (credential: StandingCredential | null) => Standing;

/** Looks up several at once. */
export async function findStandings(
  db: Database,
  orgId: string,
  credentials: readonly (StandingCredential | null)[],
): Promise<StandingOf> {
  const wanted = credentials.filter((credential) => credential !== null);
  const rows = wanted.length === 0 ? [] : await findStandingRows(db, orgId, wanted);
  const now = new Date();
  const found = new Map<string, Standing>();
  for (const row of rows) {
    const key = `${row.type} ${row.ref_id}`;
    const known = found.get(key);
    // The newest valid key of a rotation chain; they are sorted newest first.
    if (known?.isActive !== true) {
      const standing = standingOf(row, now);
      found.set(key, known === undefined || standing.isActive ? standing : known);
    }
  }
  return (credential) =>
    credential === null ? unknown : (found.get(`${credential.type} ${credential.id}`) ?? deleted[credential.type]);
}

const unknown = gone("The credential that saved it is unknown.");
const deleted = {
  user: gone("The user was deleted."),
  key: gone("The API key was deleted."),
  token: gone("The access token expired or was deleted."),
  app: gone("The app was deleted."),
} as const;

function gone(reason: string, name = "", label?: string): Standing {
  return { isActive: false, reason, name, label };
}

function standingOf(row: StandingRow, now: Date): Standing {
  const name = row.user_name ?? row.app_name ?? "";
  const label = row.label ?? undefined;
  const reason = reasonOf(row, name, now);
  if (reason !== undefined) {
    return gone(reason, name, label);
  }
  const { rights, isAdministrator } = grantsOfCredential(row);
  return {
    isActive: true,
    actor: { id: row.user_id ?? row.app_id ?? "", type: row.user_id === null ? "app" : "user", name },
    rights: { rights, isAdministrator, taskId: row.task_id ?? undefined },
    label,
  };
}

function reasonOf(row: StandingRow, name: string, now: Date): string | undefined {
  const credential = row.type === "token" ? "access token" : "API key";
  if (row.revoked_on !== null) {
    return `The ${credential} "${row.label}" was revoked.`;
  }
  // The token of an assistant is renewed when it is next used; the connection ends when it is revoked or deleted.
  if (row.expires_on !== null && row.expires_on <= now && row.scope === null) {
    return `The ${credential} "${row.label}" expired.`;
  }
  if (row.user_id !== null && row.is_active === false) {
    // Without the name: the reason is stored with processes and tasks.
    return "The user is deactivated.";
  }
  return row.type === "app" && row.rights === null ? `The app ${name} has no permissions.` : undefined;
}
