import type { Database, Transaction } from "../database/database.ts";
import { sql } from "../database/sql.ts";

/** One node at a time compares its secrets with those of the database. */
export async function lockServiceSecrets(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(7461004)`);
}

/** The fingerprints of the secrets that stored values may be sealed with. */
export async function listServiceSecrets(db: Database): Promise<string[]> {
  const rows = await db.query<{ fingerprint: string }>(sql`
    select fingerprint from service_secrets order by used_on, fingerprint limit 1000`);
  return rows.map(({ fingerprint }) => fingerprint);
}

export async function noteServiceSecrets(tx: Transaction, fingerprints: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into service_secrets (fingerprint) select unnest(${[...fingerprints]}::text[])
    on conflict (fingerprint) do update set used_on = excluded.used_on`);
}

/** Forgets the other secrets, unless a node has started to seal with one of them since. */
export async function forgetOtherSecrets(tx: Transaction, kept: string, since: Date): Promise<void> {
  const used = await tx.query<{ fingerprint: string }>(sql`
    select distinct secret_fingerprints[1] as fingerprint from nodes where secret_fingerprints is not null limit 10000`);
  const spared = [kept, ...used.map(({ fingerprint }) => fingerprint)];
  await tx.query(sql`
    delete from service_secrets where used_on <= ${since} and fingerprint <> all(${spared}::text[])`);
}

export async function forgetAllSecrets(tx: Transaction): Promise<void> {
  await tx.query(sql`delete from service_secrets`);
}

export interface NodeSecrets {
  readonly id: string;
  /** The current one first; null for nodes of the previous version. */
  readonly fingerprints: readonly string[] | null;
}

/** The secrets of live nodes: a node that has not been seen for this long is dead. */
export async function listNodeSecrets(db: Database, silentSeconds: number): Promise<NodeSecrets[]> {
  return db.query<NodeSecrets>(sql`
    select id, secret_fingerprints as fingerprints from nodes
    where seen_on >= now() - make_interval(secs => ${silentSeconds}) order by id limit 10000`);
}

export interface RotationRow {
  readonly target: string;
  readonly started_on: Date;
  readonly finished_on: Date | null;
  readonly table_name: string | null;
  readonly last_key: readonly string[] | null;
  readonly pass: number;
  /** Whether this pass has found nothing to seal again so far. */
  readonly is_clean: boolean;
  readonly read_count: number;
  readonly row_count: number;
  readonly resealed_count: number;
  readonly unreadable_count: number;
}

const rotationColumns = sql`target, started_on, finished_on, table_name, last_key, pass, is_clean, read_count,
  row_count, resealed_count, unreadable_count`;

export async function findRotation(db: Database): Promise<RotationRow | undefined> {
  const rows = await db.query<RotationRow>(sql`select ${rotationColumns} from secret_rotation`);
  return rows[0];
}

export async function lockRotation(tx: Transaction): Promise<RotationRow | undefined> {
  const rows = await tx.query<RotationRow>(sql`select ${rotationColumns} from secret_rotation for update`);
  return rows[0];
}

export async function insertRotation(
  tx: Transaction,
  { target, rowCount }: { readonly target: string; readonly rowCount: number },
): Promise<void> {
  await tx.query(sql`delete from secret_rotation`);
  await tx.query(sql`insert into secret_rotation (target, row_count) values (${target}, ${rowCount})`);
}

export async function saveRotation(tx: Transaction, rotation: RotationRow): Promise<void> {
  await tx.query(sql`
    update secret_rotation set finished_on = ${rotation.finished_on}, table_name = ${rotation.table_name},
      last_key = ${rotation.last_key === null ? null : [...rotation.last_key]}::text[], pass = ${rotation.pass},
      is_clean = ${rotation.is_clean}, read_count = ${rotation.read_count}, row_count = ${rotation.row_count},
      resealed_count = ${rotation.resealed_count}, unreadable_count = ${rotation.unreadable_count}`);
}
