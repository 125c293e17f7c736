import type { Database, Transaction } from "../../platform/database/database.ts";
import { jsonList, sql } from "../../platform/database/sql.ts";
import { type Entity, type EntityRow, entityOfRow } from "../model/entity.ts";
import { entityColumns } from "../model/entity-store.ts";

export interface OrgType {
  readonly orgId: string;
  readonly entityType: string;
}

/** Where rows lack the terms of their version: written by an earlier release. */
export async function findTypesWithoutTerms(db: Database): Promise<readonly OrgType[]> {
  return db.query<OrgType>(sql`
    select distinct org_id as "orgId", entity_type as "entityType" from entities /* of all orgs: terms to compute */
    where search_version is distinct from version
    order by 1, 2`);
}

export async function lacksTerms(db: Database, { orgId, entityType }: OrgType): Promise<boolean> {
  return (await findIdsWithoutTerms(db, { orgId, entityType }, { after: "", limit: 1 })).length > 0;
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
    where org_id = ${orgId} and entity_type = ${entityType} and id > ${after} and search_version is distinct from version
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
    update entities set search_terms = input.terms, search_version = entities.version
    from jsonb_to_recordset(${input}::jsonb) as input (id text, terms tsvector)
    where entities.org_id = ${orgId} and entities.entity_type = ${entityType} and entities.id = input.id
      and (entities.search_terms is distinct from input.terms
        or entities.search_version is distinct from entities.version)`);
}
