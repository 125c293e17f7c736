import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import { findPseudonyms } from "./erased-user-store.ts";

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly password_hash: string | null;
  readonly sso_subject: string | null;
  readonly is_active: boolean;
  /** Stored for the identity provider, through SCIM. */
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly last_login_on: Date | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

type NewUser = Omit<UserRow, "last_login_on" | "version" | "created_on" | "updated_on">;

// More than any org needs; lists are filtered in memory.
const usersMax = 20_000;

export async function insertUser(tx: Transaction, orgId: string, user: NewUser): Promise<UserRow> {
  const rows = await tx.query<UserRow>(sql`
    insert into users (org_id, id, email, name, role, password_hash, sso_subject, is_active, external_id, given_name,
      family_name)
    values (${orgId}, ${user.id}, ${user.email}, ${user.name}, ${user.role}, ${user.password_hash}, ${user.sso_subject},
      ${user.is_active}, ${user.external_id}, ${user.given_name}, ${user.family_name})
    returning *`);
  return oneRow(rows);
}

export async function findUser(db: Database, orgId: string, id: string): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>(prepared`select * from users where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

/** Returns which of these are ids of users. */
export async function findUserIds(db: Database, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(prepared`
    select id from users where org_id = ${orgId} and id = any(${[...ids]}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** The ids of users given by id or by lowercase email. */
export async function findUserIdsByNames(
  db: Database,
  orgId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; email: string }>(prepared`
    select id, email from users
    where org_id = ${orgId} and (email = any(${[...names]}::text[]) or id = any(${[...names]}::text[]))`);
  return new Map(rows.flatMap(({ id, email }) => [[email, id] as const, [id, id] as const]));
}

export async function findUserByEmail(db: Database, orgId: string, email: string): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>(prepared`select * from users where org_id = ${orgId} and email = ${email}`);
  return rows[0];
}

export async function findUserBySubject(db: Database, orgId: string, subject: string): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>(
    prepared`select * from users where org_id = ${orgId} and sso_subject = ${subject}`,
  );
  return rows[0];
}

/** An external id is unique within the client that issued it, so several users may have the same. */
export async function listUsersByExternalId(db: Database, orgId: string, externalId: string): Promise<UserRow[]> {
  return db.query<UserRow>(prepared`
    select * from users where external_id = ${externalId} and org_id = ${orgId} order by id limit ${usersMax}`);
}

export async function listUsersWithRole(db: Database, orgId: string, role: string): Promise<UserRow[]> {
  return db.query<UserRow>(sql`
    select * from users where org_id = ${orgId} and role = ${role} order by id limit ${usersMax}`);
}

export async function listUsers(db: Database, orgId: string): Promise<UserRow[]> {
  return db.query<UserRow>(sql`select * from users where org_id = ${orgId} order by id limit ${usersMax}`);
}

export async function lockUser(tx: Transaction, orgId: string, id: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(sql`select * from users where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

/** Locks the user until the transaction ends. */
export async function holdUser(tx: Transaction, orgId: string, id: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(sql`select * from users where org_id = ${orgId} and id = ${id} for share`);
  return rows[0];
}

export async function saveUser(tx: Transaction, orgId: string, user: UserRow): Promise<UserRow> {
  const rows = await tx.query<UserRow>(sql`
    update users set email = ${user.email}, name = ${user.name}, role = ${user.role}, password_hash = ${user.password_hash},
      sso_subject = ${user.sso_subject}, is_active = ${user.is_active},
      external_id = ${user.external_id}, given_name = ${user.given_name}, family_name = ${user.family_name},
      version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${user.id} returning *`);
  return oneRow(rows);
}

export async function noteLogin(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`update users set last_login_on = now() where org_id = ${orgId} and id = ${id}`);
}

export async function deleteUser(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from users where org_id = ${orgId} and id = ${id}`);
}

/**
 * Locks all owners in one order, before any user is changed: owners who leave at the same moment must see each other.
 */
export async function lockOwners(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select id from users where org_id = ${orgId} and role = 'owner' order by id for update`);
}

export async function countOtherOwners(tx: Transaction, orgId: string, id: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from users
    where org_id = ${orgId} and role = 'owner' and is_active and id <> ${id}`);
  return oneRow(rows).count;
}

export async function countUsersWithRole(tx: Transaction, orgId: string, role: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from users where org_id = ${orgId} and role = ${role}`);
  return oneRow(rows).count;
}

export interface ActorRow {
  readonly id: string;
  readonly type: "user" | "app";
  readonly name: string;
}

/** The users and apps with these ids. */
export async function findActors(db: Database, orgId: string, ids: readonly string[]): Promise<ActorRow[]> {
  return db.query<ActorRow>(prepared`
    select id, 'user' as type, name from users where org_id = ${orgId} and id = any(${[...ids]}::text[])
    union all
    select id, 'app' as type, name from apps where org_id = ${orgId} and id = any(${[...ids]}::text[])`);
}

/** Like findActors, with the pseudonyms of erased users. */
export async function findNamedActors(db: Database, orgId: string, ids: readonly string[]): Promise<ActorRow[]> {
  const pseudonyms = await findPseudonyms(db, orgId, ids);
  const erased = [...pseudonyms].map(([id, name]) => ({ id, type: "user" as const, name }));
  return [...(await findActors(db, orgId, ids)), ...erased];
}
