import type { ErasedSubject } from "../access/erased-user-store.ts";
import type { Author } from "../changes/change.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";

/** A stored publish of an assortment. */
export interface PublishChangeRow {
  readonly id: string;
  readonly number: number;
  readonly adds: number;
  readonly updates: number;
  readonly deletes: number;
  readonly item_count: number;
  readonly family_count: number;
  readonly option_count: number;
  readonly created_on: Date;
  readonly actor_id: string;
  readonly actor_type: "user" | "app";
  readonly actor_name: string;
  readonly change_set_id: string;
  readonly source: Author["source"];
  readonly source_id: string | null;
}

/** The number of the next publish, and the time by the database's clock. The assortment is locked. */
export async function beginPublish(
  tx: Transaction,
  orgId: string,
  assortmentId: string,
): Promise<{ readonly number: number; readonly now: Date }> {
  const rows = await tx.query<{ number: number; now: Date }>(prepared`
    select coalesce(max(number), 0) + 1 as number, date_trunc('milliseconds', clock_timestamp()) as now
    from assortment_publish_changes where org_id = ${orgId} and assortment_id = ${assortmentId}`);
  return oneRow(rows);
}

export type PublishChangeDraft = Omit<
  PublishChangeRow,
  "actor_id" | "actor_type" | "actor_name" | "change_set_id" | "source" | "source_id"
>;

export async function insertPublishChange(
  tx: Transaction,
  orgId: string,
  assortmentId: string,
  { author, ...change }: PublishChangeDraft & { readonly author: Author },
): Promise<void> {
  await tx.query(prepared`
    insert into assortment_publish_changes (
      org_id, assortment_id, number, id, adds, updates, deletes, item_count, family_count, option_count, created_on,
      actor_id, actor_type, actor_name, change_set_id, source, source_id)
    values (
      ${orgId}, ${assortmentId}, ${change.number}, ${change.id}, ${change.adds}, ${change.updates}, ${change.deletes},
      ${change.item_count}, ${change.family_count}, ${change.option_count}, ${change.created_on}, ${author.actorId},
      ${author.actorType}, ${author.actorName}, ${author.changeSetId}, ${author.source}, ${author.sourceId})`);
}

/** Newest first, starting below a number. */
export async function listPublishChanges(
  db: Database,
  orgId: string,
  assortmentId: string,
  { beforeNumber, limit }: { readonly beforeNumber: number; readonly limit: number },
): Promise<PublishChangeRow[]> {
  return db.query<PublishChangeRow>(sql`
    select ${columns} from assortment_publish_changes
    where org_id = ${orgId} and assortment_id = ${assortmentId} and number < ${beforeNumber}
    order by number desc limit ${limit}`);
}

export async function findPublishChange(
  db: Database,
  orgId: string,
  assortmentId: string,
  id: string,
): Promise<PublishChangeRow | undefined> {
  const rows = await db.query<PublishChangeRow>(sql`
    select ${columns} from assortment_publish_changes
    where id = ${id} and org_id = ${orgId} and assortment_id = ${assortmentId}`);
  return rows[0];
}

const columns = sql`id, number, adds, updates, deletes, item_count, family_count, option_count, created_on, actor_id,
  actor_type, actor_name, change_set_id, source, source_id`;

export async function renameInPublishes(tx: Transaction, orgId: string, subject: ErasedSubject): Promise<number> {
  const rows = await tx.query(sql`
    update assortment_publish_changes set actor_name = ${subject.pseudonym}
    where org_id = ${orgId} and actor_id = ${subject.id} and actor_name <> ${subject.pseudonym} returning 1`);
  return rows.length;
}
