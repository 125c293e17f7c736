import type { Database, Transaction } from "../../platform/database/database.ts";
import { jsonList, oneRow, sql } from "../../platform/database/sql.ts";
import { hasJob } from "../../platform/jobs/job-store.ts";
import { type Entity, type EntityRow, entityOfRow } from "../model/entity.ts";
import { entityColumns } from "../model/entity-store.ts";

export interface OrgType {
  readonly orgId: string;
  readonly entityType: string;
}

/**
 * True for a row without the terms of its version. Their version is stored as a negative number: earlier releases stored
 * terms without endings, with a positive one, and rows that they write are computed again.
 */
const isWithoutTerms = sql`search_version is distinct from -version`;

/** Where rows lack the terms of their version: written by an earlier release. */
export async function findTypesWithoutTerms(db: Database): Promise<readonly OrgType[]> {
  return db.query<OrgType>(sql`
    select distinct org_id as "orgId", entity_type as "entityType" from entities /* of all orgs: terms to compute */
    where ${isWithoutTerms}
    order by 1, 2`);
}

export const refreshTask = "refresh-search-terms";

export interface TermsState {
  /** True while rows exist whose terms are still to be computed. */
  readonly lacksTerms: boolean;
  /** True if every row has the terms of the type as it is defined now, by which parts of texts are found. */
  readonly hasParts: boolean;
  /** Those of the queries that many rows meet. */
  readonly commonParts: ReadonlySet<string>;
}

const sampleRows = 200;
const commonRowsMin = 20;
const sampledPartsMax = 50;

export const withoutTerms: TermsState = { lacksTerms: false, hasParts: false, commonParts: new Set() };

/**
 * A change of the type adds its job in the same transaction, and the job is deleted when all rows are done. The order makes
 * the planner use the index on rows without terms: it expects all of them to be, and would find the first one by a scan.
 */
export async function findTermsState(
  db: Database,
  { orgId, entityType }: OrgType,
  parts: readonly string[],
): Promise<TermsState> {
  const rows = await db.query<{ lacksTerms: boolean; commonParts: string[] }>(sql`
    with sample as materialized (
      select search_terms from entities where org_id = ${orgId} and entity_type = ${entityType}
      order by id limit ${parts.length === 0 ? 0 : sampleRows}
    )
    select
      (select id from entities where org_id = ${orgId} and entity_type = ${entityType} and ${isWithoutTerms}
        order by id limit 1) is not null as "lacksTerms",
      array(select part from unnest(${parts.slice(0, sampledPartsMax)}::text[]) part
        where (select count(*) from sample where search_terms @@ part::tsquery) >= ${commonRowsMin}) as "commonParts"`);
  const { lacksTerms, commonParts } = oneRow(rows);
  const isOutdated = parts.length > 0 && (await hasJob(db, orgId, { task: refreshTask, key: entityType }));
  return { lacksTerms, hasParts: !lacksTerms && !isOutdated, commonParts: new Set(commonParts) };
}

interface IdPage {
  readonly after: string;
  readonly limit: number;
}

export async function findIdsWithoutTerms(
  db: Database,
  { orgId, entityType }: OrgType,
  { after, limit }: IdPage,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from entities
    where org_id = ${orgId} and entity_type = ${entityType} and id > ${after} and ${isWithoutTerms}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function findIds(
  db: Database,
  { orgId, entityType }: OrgType,
  { after, limit }: IdPage,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from entities where org_id = ${orgId} and entity_type = ${entityType} and id > ${after}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The entities whose properties contain one of the documents, found by the index on properties. */
export async function findIdsContaining(
  db: Database,
  { orgId, entityType }: OrgType,
  documents: readonly object[],
): Promise<readonly string[]> {
  const texts = documents.map((document) => JSON.stringify(document));
  const rows = await db.query<{ id: string }>(sql`
    select found.id from unnest(${texts}::jsonb[]) document cross join lateral (
      select id from entities
      where org_id = ${orgId} and entity_type = ${entityType} and properties @> document offset 0
    ) found`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Those of the entities that no other transaction is writing. */
export async function lockUnlocked(
  tx: Transaction,
  { orgId, entityType }: OrgType,
  ids: readonly string[],
): Promise<readonly Entity[]> {
  const rows = await tx.query<EntityRow>(sql`
    select ${entityColumns}, properties from entities
    where org_id = ${orgId} and entity_type = ${entityType} and id = any(${[...ids]}::text[])
    order by id for no key update skip locked`);
  return rows.map(entityOfRow);
}

/** Neither the version nor the history of an entity changes with its terms. */
export async function saveTerms(
  tx: Transaction,
  { orgId, entityType }: OrgType,
  rows: readonly { readonly id: string; readonly terms: string }[],
): Promise<void> {
  const input = jsonList(rows.map((row) => JSON.stringify(row)));
  await tx.query(sql`
    update entities set search_terms = input.terms, search_version = -entities.version
    from jsonb_to_recordset(${input}::jsonb) as input (id text, terms tsvector)
    where entities.org_id = ${orgId} and entities.entity_type = ${entityType} and entities.id = input.id
      and (entities.search_terms is distinct from input.terms
        or entities.search_version is distinct from -entities.version)`);
}
