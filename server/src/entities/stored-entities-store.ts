import type { KeyedScope, StoredEntities, StoredEntity, StoredScope } from "../entity-types/find-misfits.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Transaction } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { addJob } from "../platform/jobs/job-store.ts";
import type { Properties } from "./model/entity.ts";
import { typeTermsJob } from "./search/refresh-terms.ts";
import { uniqueKeysOf } from "./write/state/plan.ts";

const pageMax = 2_000;

/** The stored entities, for changes of their types. */
export const storedEntities: StoredEntities = { pages, count, holdUniqueValues, refreshTerms };

interface Row {
  readonly id: string;
  readonly type_path: string;
  readonly properties: Properties;
}

async function* pages(
  tx: Transaction,
  orgId: string,
  { entityType, typePaths, touching }: StoredScope,
): AsyncIterable<readonly StoredEntity[]> {
  const concerns =
    touching === undefined
      ? sql`true`
      : sql`(properties ?| ${[...touching.having]}::text[] or not properties ?& ${[...touching.lacking]}::text[])`;
  for (let after = ""; ; ) {
    const rows = await tx.query<Row>(sql`
      select id, type_path, properties from entities
      where org_id = ${orgId} and entity_type = ${entityType} and id > ${after}
        and type_path = any(${[...typePaths]}::text[]) and ${concerns}
      order by id limit ${pageMax}`);
    yield rows.map(({ id, type_path, properties }) => ({ id, typePath: type_path, properties }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageMax) {
      return;
    }
    after = last.id;
  }
}

async function count(
  tx: Transaction,
  orgId: string,
  { entityType, typePaths }: Pick<StoredScope, "entityType" | "typePaths">,
): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from entities
    where org_id = ${orgId} and entity_type = ${entityType} and type_path = any(${[...typePaths]}::text[])`);
  return oneRow(rows).count;
}

async function holdUniqueValues(
  tx: Transaction,
  orgId: string,
  types: TypeTree,
  scope: KeyedScope,
): Promise<readonly string[]> {
  const { entityType, typePaths, slugs } = scope;
  await tx.query(sql`
    delete from unique_keys using entities
    where unique_keys.org_id = ${orgId} and unique_keys.entity_type = ${entityType}
      and unique_keys.slug = any(${[...slugs]}::text[])
      and entities.org_id = ${orgId} and entities.entity_type = ${entityType} and entities.id = unique_keys.entity_id
      and entities.type_path = any(${[...typePaths]}::text[])`);
  const taken: string[] = [];
  for await (const page of pages(tx, orgId, { entityType, typePaths, touching: { having: slugs, lacking: [] } })) {
    const keys = page.flatMap((entity) =>
      uniqueKeysOf(types.typeAt(entity.typePath), { ...entity, entityType })
        .filter(({ slug }) => slugs.includes(slug))
        .map(({ slug, value }) => ({ slug, value, entity_id: entity.id })),
    );
    taken.push(...(await insertKeys(tx, orgId, entityType, keys)));
  }
  return taken;
}

interface StoredKey {
  readonly slug: string;
  readonly value: string;
  readonly entity_id: string;
}

/** Returns the ids of entities whose value another entity holds. */
async function insertKeys(
  tx: Transaction,
  orgId: string,
  entityType: string,
  keys: readonly StoredKey[],
): Promise<string[]> {
  const held = await tx.query<Omit<StoredKey, "value">>(sql`
    insert into unique_keys (org_id, entity_type, slug, value, entity_id)
    select ${orgId}, ${entityType}, slug, value, entity_id
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (slug text, value text, entity_id text)
    on conflict do nothing
    returning entity_id, slug`);
  const holders = new Set(held.map(({ entity_id, slug }) => `${entity_id} ${slug}`));
  return keys.flatMap(({ entity_id, slug }) => (holders.has(`${entity_id} ${slug}`) ? [] : [entity_id]));
}

async function refreshTerms(tx: Transaction, orgId: string, entityType: string): Promise<void> {
  await addJob(tx, orgId, typeTermsJob(orgId, entityType));
}
