import type { Transaction } from "../../platform/database/database.ts";
import { followedBy, prepared, type SqlStatement, sql } from "../../platform/database/sql.ts";
import type { EntityRow } from "../entity-row.ts";
import type { Referral } from "./wants.ts";

interface Addresses {
  readonly types: readonly string[];
  readonly ids: readonly string[];
}

interface FederatedAddresses {
  readonly types: readonly string[];
  readonly federatedIds: readonly string[];
}

/**
 * Prevents updates and deletes of the rows, but not references to them. Like all rows, they are locked in id order, so
 * that two writers do not deadlock.
 */
export function lockToChange(
  tx: Transaction,
  orgId: string,
  byId: Addresses,
  byFederatedId: FederatedAddresses,
): Promise<EntityRow[]> {
  return tx.query(followedBy(namedRows(orgId, byId, byFederatedId), "for no key update of entities"));
}

/** The same rows for a dry run, without locks: a lock is a write, and costs as much. */
export function readToChange(
  tx: Transaction,
  orgId: string,
  byId: Addresses,
  byFederatedId: FederatedAddresses,
): Promise<EntityRow[]> {
  return tx.query(namedRows(orgId, byId, byFederatedId));
}

/** Locks the rows exclusively, including against new references. */
export function lockToHoldAlone(tx: Transaction, orgId: string, addresses: Addresses): Promise<EntityRow[]> {
  return tx.query(followedBy(rowsAt(orgId, addresses), "for update of entities"));
}

/** Prevents updates of the rows. Other transactions may hold the same lock. */
export function lockToReadFrom(tx: Transaction, orgId: string, addresses: Addresses): Promise<EntityRow[]> {
  return tx.query(followedBy(rowsAt(orgId, addresses), "for share of entities"));
}

/** Prevents deletes of the rows. Other transactions may update them and refer to them. */
export function lockToReferTo(tx: Transaction, orgId: string, addresses: Addresses): Promise<EntityRow[]> {
  return tx.query(followedBy(rowsAt(orgId, addresses), "for key share of entities"));
}

// Columns are listed explicitly: a statement prepared with * fails when a newer version adds a column.

function namedRows(orgId: string, byId: Addresses, byFederatedId: FederatedAddresses): SqlStatement {
  return prepared`
    with wanted as (
      select entity_type, id from unnest(${[...byId.types]}::text[], ${[...byId.ids]}::text[]) as w (entity_type, id)
      union
      select entities.entity_type, entities.id
      from unnest(${[...byFederatedId.types]}::text[], ${[...byFederatedId.federatedIds]}::text[])
        as w (entity_type, federated_id)
      join entities on entities.federated_id = w.federated_id and entities.entity_type = w.entity_type
        and entities.org_id = ${orgId}
    )
    select entities.entity_type, entities.id, entities.type_path, entities.name, entities.federated_id, entities.project_id,
      entities.version, entities.created_on, entities.updated_on, entities.created_by_id, entities.updated_by_id,
      entities.properties
    from entities
    join wanted on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId}
    order by entities.id`;
}

function rowsAt(orgId: string, { types, ids }: Addresses): SqlStatement {
  return prepared`
    select entities.entity_type, entities.id, entities.type_path, entities.name, entities.federated_id, entities.project_id,
      entities.version, entities.created_on, entities.updated_on, entities.created_by_id, entities.updated_by_id,
      entities.properties
    from entities
    join unnest(${[...types]}::text[], ${[...ids]}::text[]) as wanted (entity_type, id)
      on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId}
    order by entities.id`;
}

export interface HolderRow {
  readonly entity_type: string;
  readonly slug: string;
  readonly value: string;
  readonly entity_id: string;
}

export async function findHolders(
  tx: Transaction,
  orgId: string,
  keys: { readonly types: readonly string[]; readonly slugs: readonly string[]; readonly values: readonly string[] },
): Promise<HolderRow[]> {
  return tx.query<HolderRow>(prepared`
    select unique_keys.entity_type, unique_keys.slug, unique_keys.value, unique_keys.entity_id from unique_keys
    join unnest(${[...keys.types]}::text[], ${[...keys.slugs]}::text[], ${[...keys.values]}::text[])
      as wanted (entity_type, slug, value)
      on unique_keys.entity_type = wanted.entity_type and unique_keys.slug = wanted.slug
      and unique_keys.value = wanted.value
    where unique_keys.org_id = ${orgId}`);
}

/**
 * All entities that refer to another in one of these ways, each looked up in the index on properties. Offset 0 prevents
 * the planner from joining by org and type instead, which took minutes for the deletion of ten thousand entities.
 */
export async function lockReferrers(
  tx: Transaction,
  orgId: string,
  referrals: readonly Referral[],
): Promise<EntityRow[]> {
  const types = referrals.map(({ entityType }) => entityType);
  const containments = referrals.map(({ slug, isList, id }) => JSON.stringify({ [slug]: isList ? [id] : id }));
  return tx.query<EntityRow>(sql`
    with wanted as materialized (
      select distinct found.entity_type, found.id
      from unnest(${types}::text[], ${containments}::jsonb[]) as w (entity_type, containment)
      cross join lateral (
        select org_id, entity_type, id from entities where properties @> w.containment offset 0
      ) as found
      where found.org_id = ${orgId} and found.entity_type = w.entity_type
    )
    select entities.entity_type, entities.id, entities.type_path, entities.name, entities.federated_id, entities.project_id,
      entities.version, entities.created_on, entities.updated_on, entities.created_by_id, entities.updated_by_id,
      entities.properties
    from entities
    join wanted on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId}
    order by entities.id for update of entities`);
}
