import assert from "node:assert";
import { createHash } from "node:crypto";
import { propertySlugSchema } from "@weft/contract";
import type { PoolClient } from "pg";
import type { Ordering } from "../../entity-types/kinds/property-kind.ts";
import type { Database, PostgresDatabase } from "../../platform/database/database.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";

/** A searchable property. All orgs with the same slug and ordering share its index. */
export interface SearchableProperty {
  readonly slug: string;
  readonly ordering: Ordering;
}

const prefix = "entities_search_";
// A random advisory lock key that nothing else uses.
const lockNumber = 7_236_114_905;

/**
 * Creates the missing indexes of searchable properties and drops unused ones, without blocking writers. Returns false
 * if another node is doing so; the next run does the rest.
 */
export async function syncSearchableIndexes(
  db: PostgresDatabase,
  wanted: readonly SearchableProperty[],
): Promise<boolean> {
  // A separate session without a transaction: a concurrent index build waits for every open transaction.
  const client = await db.pool.connect();
  const session = { query: async <Row extends object>(statement: SqlStatement) => rowsOf<Row>(client, statement) };
  let isMine = false;
  try {
    isMine = await takeLock(session);
    if (isMine) {
      // An index build on a large table has no time limit.
      await session.query(sql`set statement_timeout = 0`);
      await applyDifference(session, wanted);
    }
    return isMine;
  } finally {
    client.release(isMine && !(await releasesLock(session)));
  }
}

async function rowsOf<Row extends object>(client: PoolClient, { text, values }: SqlStatement): Promise<Row[]> {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows;
}

async function takeLock(session: Database): Promise<boolean> {
  const rows = await session.query<{ taken: boolean }>(sql`select pg_try_advisory_lock(${lockNumber}) as taken`);
  return rows.some(({ taken }) => taken);
}

/** A session that no longer responds is destroyed, which releases its lock. */
async function releasesLock(session: Database): Promise<boolean> {
  try {
    await session.query(sql`reset statement_timeout`);
    await session.query(sql`select pg_advisory_unlock(${lockNumber})`);
    return true;
  } catch {
    return false;
  }
}

async function applyDifference(db: Database, wanted: readonly SearchableProperty[]): Promise<void> {
  const definitions = new Map(wanted.filter(isIndexed).map((property) => [indexName(property), property]));
  const existing = await listIndexes(db);
  for (const { name, isValid } of existing) {
    // An invalid index was left by an interrupted run. PostgreSQL maintains it but never uses it.
    if (!isValid || !definitions.has(name)) {
      await dropIndex(db, name);
    }
  }
  const valid = new Set(existing.filter(({ isValid }) => isValid).map(({ name }) => name));
  const missing = [...definitions].filter(([name]) => !valid.has(name));
  for (const [name, property] of missing) {
    await createIndex(db, name, property);
  }
  if (missing.length > 0) {
    // Without statistics on its expression, the planner could not estimate a new index.
    await db.query(sql`analyze entities`);
  }
}

/** Lists and JSON are found by containment, which has one index for all properties. */
function isIndexed({ ordering }: SearchableProperty): boolean {
  return ordering !== "none";
}

/** Has a prefix that identifies these indexes, and is the same for the same expression. */
export function indexName({ slug, ordering }: SearchableProperty): string {
  const hash = createHash("sha256").update(`${ordering === "number" ? "number" : "text"} ${slug}`);
  return `${prefix}${hash.digest("hex").slice(0, 24)}`;
}

interface IndexRow {
  readonly name: string;
  readonly isValid: boolean;
}

async function listIndexes(db: Database): Promise<IndexRow[]> {
  return db.query<IndexRow>(sql`
    select class.relname as name, index.indisvalid as "isValid"
    from pg_index index join pg_class class on class.oid = index.indexrelid
    where index.indrelid = 'entities'::regclass and starts_with(class.relname, ${prefix})
    order by class.relname`);
}

async function dropIndex(db: Database, name: string): Promise<void> {
  assert(/^entities_search_[0-9a-f]{24}$/.test(name), `not the name of a searchable index: ${name}`);
  await db.query(definition(`drop index concurrently if exists ${name}`));
}

async function createIndex(db: Database, name: string, { slug, ordering }: SearchableProperty): Promise<void> {
  const literal = slugLiteral(slug);
  const expression =
    ordering === "number"
      ? `(case when jsonb_typeof(properties -> ${literal}) = 'number' then (properties -> ${literal})::numeric end)`
      : `(left(properties ->> ${literal}, 100) collate "C")`;
  await db.query(
    definition(`create index concurrently if not exists ${name}
      on entities (org_id, entity_type, ${expression}, id) where properties ? ${literal}`),
  );
}

/** A definition cannot have parameters. Only validated names and literals are interpolated. */
function definition(text: string): SqlStatement {
  return { text, values: [] };
}

/** A slug has only letters, digits, _ and -, so that it cannot end the literal. */
function slugLiteral(slug: string): string {
  assert(propertySlugSchema.safeParse(slug).success, `not a slug: ${slug}`);
  return `'${slug}'::text`;
}
