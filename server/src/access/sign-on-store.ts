import type { Database, Transaction } from "../platform/database/database.ts";
import { prepared, sql } from "../platform/database/sql.ts";

/** An org's OpenID Connect provider. */
export interface SignOnRow {
  readonly org_id: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Encrypted; null for a public client. */
  readonly client_secret: Buffer | null;
  readonly default_role: string | null;
  /** In lower case. Empty: every domain is admitted. */
  readonly email_domains: readonly string[];
  /** True if passwords are rejected. */
  readonly is_required: boolean;
}

export async function findSignOn(db: Database, orgId: string): Promise<SignOnRow | undefined> {
  const rows = await db.query<SignOnRow>(prepared`
    select org_id, issuer, client_id, client_secret, default_role, email_domains, is_required
    from org_sign_on where org_id = ${orgId}`);
  return rows[0];
}

export interface OrgSignOnRow extends SignOnRow {
  readonly slug: string;
}

/** For the operator, who manages all orgs. */
export async function listSignOns(db: Database, limit: number): Promise<OrgSignOnRow[]> {
  return db.query<OrgSignOnRow>(sql`
    /* of all orgs: doctor */ select slug, org_id, issuer, client_id, client_secret, default_role, email_domains, is_required
    from org_sign_on join orgs on orgs.id = org_sign_on.org_id order by slug limit ${limit}`);
}

export async function saveSignOn(tx: Transaction, orgId: string, signOn: SignOnRow): Promise<void> {
  await tx.query(sql`
    insert into org_sign_on (org_id, issuer, client_id, client_secret, default_role, email_domains, is_required)
    values (${orgId}, ${signOn.issuer}, ${signOn.client_id}, ${signOn.client_secret}, ${signOn.default_role},
      ${[...signOn.email_domains]}::text[], ${signOn.is_required})
    on conflict (org_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      client_secret = excluded.client_secret, default_role = excluded.default_role,
      email_domains = excluded.email_domains, is_required = excluded.is_required, updated_on = excluded.updated_on`);
}

export async function deleteSignOn(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`delete from org_sign_on where org_id = ${orgId}`);
}

export interface AttemptRow {
  /** Encrypted. */
  readonly details: Buffer;
  readonly secondsLeft: number;
}

/**
 * Identifies an attempt: by a hash of its owner's secret, and by its kind, so that a handle of one kind is not valid
 * for another.
 */
export interface AttemptKey {
  readonly handleHash: Buffer;
  readonly kinds: readonly string[];
}

export async function insertAttempt(
  tx: Transaction,
  orgId: string,
  attempt: {
    readonly handleHash: Buffer;
    readonly kind: string;
    readonly details: Buffer;
    readonly expiresInSeconds: number;
  },
): Promise<void> {
  await tx.query(sql`
    insert into sign_on_attempts (org_id, handle_hash, kind, details, expires_on)
    values (${orgId}, ${attempt.handleHash}, ${attempt.kind}, ${attempt.details},
      now() + make_interval(secs => ${attempt.expiresInSeconds}))`);
}

/** Returns the attempt to exactly one caller. */
export async function takeAttemptRow(
  tx: Transaction,
  orgId: string,
  { handleHash, kinds }: AttemptKey,
): Promise<AttemptRow | undefined> {
  const attempt = await lockAttemptRow(tx, orgId, { handleHash, kinds });
  await tx.query(sql`
    delete from sign_on_attempts
    where org_id = ${orgId} and handle_hash = ${handleHash} and kind = any(${kinds}) and expires_on > now()`);
  return attempt;
}

export async function lockAttemptRow(
  tx: Transaction,
  orgId: string,
  { handleHash, kinds }: AttemptKey,
): Promise<AttemptRow | undefined> {
  const rows = await tx.query<AttemptRow>(sql`
    select details, extract(epoch from expires_on - now())::double precision as "secondsLeft"
    from sign_on_attempts
    where org_id = ${orgId} and handle_hash = ${handleHash} and kind = any(${kinds}) and expires_on > now()
    for update`);
  return rows[0];
}

export async function saveAttemptDetails(
  tx: Transaction,
  orgId: string,
  handleHash: Buffer,
  details: Buffer,
): Promise<void> {
  await tx.query(sql`
    update sign_on_attempts set details = ${details} where org_id = ${orgId} and handle_hash = ${handleHash}`);
}

export async function deleteExpiredAttempts(tx: Transaction): Promise<void> {
  await tx.query(sql`/* of all orgs: expired rows */ delete from sign_on_attempts where expires_on < now()`);
}
