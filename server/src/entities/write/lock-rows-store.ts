import type { Transaction } from "../../platform/database/database.ts";
import { followedBy, oneRow, prepared, type SqlStatement, sql } from "../../platform/database/sql.ts";
import { type Entity, type EntityRow, entityOfRow } from "../model/entity.ts";
import { mergePendingEntries } from "../model/entity-store.ts";
import {
  type Address,
  type ReadSet,
  type Referral,
  type RowLock,
  type SeenVersion,
  textOfReferral,
} from "./state/known-rows.ts";
import { textOfUniqueKey, type UniqueKey } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

/** For kinds with their own tables: returns which of the ids exist. Kinds that are not listed are not checked. */
export type OutsideKinds = ReadonlyMap<
  string,
  (tx: Transaction, orgId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>
>;

interface LockOptions {
  readonly outsideKinds: OutsideKinds;
  /** Rows to be changed are only read, and others may change them meanwhile. */
  readonly isDryRun: boolean;
}

/** Loads and locks everything that the plan lacks, with one statement for each kind of data. */
export async function lockRows(
  tx: Transaction,
  orgId: string,
  state: PlanState,
  { outsideKinds, isDryRun }: LockOptions,
): Promise<void> {
  if (state.needsOnlyNumbers()) {
    state.numbers.requestWithheld();
    await loadNumbers(tx, orgId, state);
  }
  await loadNamed(tx, orgId, state, isDryRun);
  // Before the search for referrers: later references wait for the lock, earlier ones are found.
  await loadAt(tx, orgId, state, "for update");
  await loadReferrers(tx, orgId, state);
  await loadAt(tx, orgId, state, "for share");
  await loadAt(tx, orgId, state, "for key share");
  await loadReferred(tx, orgId, state);
  await loadHolders(tx, orgId, state);
  await loadOutside(tx, orgId, state, outsideKinds);
  state.closeNeeds();
}

/** The rows that the drafts change. A dry run takes no locks: a lock is a write, and costs as much. */
async function loadNamed(tx: Transaction, orgId: string, state: PlanState, isDryRun: boolean): Promise<void> {
  const byId = [...state.dataNeeds["for no key update"].values()];
  const byFederatedId = [...state.dataNeeds.byFederatedId.values()];
  if (byId.length + byFederatedId.length === 0) {
    return;
  }
  const statement = prepared`
    with wanted as (
      select entity_type, id
      from unnest(${byId.map(({ entityType }) => entityType)}::text[], ${byId.map(({ id }) => id)}::text[])
        as w (entity_type, id)
      union
      select entities.entity_type, entities.id
      from unnest(${byFederatedId.map(({ entityType }) => entityType)}::text[],
        ${byFederatedId.map(({ federatedId }) => federatedId)}::text[]) as w (entity_type, federated_id)
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
  const rows = await tx.query<EntityRow>(isDryRun ? statement : locked(statement, "for no key update"));
  state.learn(rows.map(entityOfRow), "for no key update");
}

type AddressLock = Exclude<RowLock, "for no key update">;

async function loadAt(tx: Transaction, orgId: string, state: PlanState, lock: AddressLock): Promise<void> {
  const addresses = state.dataNeeds[lock];
  if (addresses.size > 0) {
    state.learn(await lockEntities(tx, orgId, [...addresses.values()], lock), lock);
  }
}

/**
 * The entities at the addresses, locked until the transaction ends. Like all rows, they are locked in id order, so that
 * two writers do not deadlock. Columns are listed explicitly: a statement prepared with * fails when a newer version
 * adds a column.
 */
export async function lockEntities(
  tx: Transaction,
  orgId: string,
  addresses: readonly Address[],
  lock: AddressLock,
): Promise<Entity[]> {
  const types = addresses.map(({ entityType }) => entityType);
  const ids = addresses.map(({ id }) => id);
  const statement = prepared`
    select entities.entity_type, entities.id, entities.type_path, entities.name, entities.federated_id, entities.project_id,
      entities.version, entities.created_on, entities.updated_on, entities.created_by_id, entities.updated_by_id,
      entities.properties
    from entities
    join unnest(${types}::text[], ${ids}::text[]) as wanted (entity_type, id)
      on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId}
    order by entities.id`;
  const rows = await tx.query<EntityRow>(locked(statement, lock));
  return rows.map(entityOfRow);
}

/** The entities that fields refer to by federatedId. */
async function loadReferred(tx: Transaction, orgId: string, state: PlanState): Promise<void> {
  const addresses = [...state.dataNeeds.referredByFederatedId.values()];
  if (addresses.length === 0) {
    return;
  }
  const types = addresses.map(({ entityType }) => entityType);
  const federatedIds = addresses.map(({ federatedId }) => federatedId);
  const statement = prepared`
    select entities.entity_type, entities.id, entities.type_path, entities.name, entities.federated_id, entities.project_id,
      entities.version, entities.created_on, entities.updated_on, entities.created_by_id, entities.updated_by_id,
      entities.properties
    from entities
    join unnest(${types}::text[], ${federatedIds}::text[]) as wanted (entity_type, federated_id)
      on entities.entity_type = wanted.entity_type and entities.federated_id = wanted.federated_id
    where entities.org_id = ${orgId}
    order by entities.id`;
  const rows = await tx.query<EntityRow>(locked(statement, "for key share"));
  state.learn(rows.map(entityOfRow), "for key share");
}

function locked(statement: SqlStatement, lock: RowLock): SqlStatement {
  return followedBy(statement, `${lock} of entities`);
}

async function loadHolders(tx: Transaction, orgId: string, state: PlanState): Promise<void> {
  const wanted = [...state.dataNeeds.holders.values()];
  if (wanted.length === 0) {
    return;
  }
  const rows = await findHolders(tx, orgId, wanted);
  state.learnHolders(
    new Map(
      rows.map((row) => [
        textOfUniqueKey({ entityType: row.entity_type, slug: row.slug, value: row.value }),
        row.entity_id,
      ]),
    ),
  );
}

interface HolderRow {
  readonly entity_type: string;
  readonly slug: string;
  readonly value: string;
  readonly entity_id: string;
}

function findHolders(tx: Transaction, orgId: string, keys: readonly UniqueKey[]): Promise<HolderRow[]> {
  const types = keys.map(({ entityType }) => entityType);
  const slugs = keys.map(({ slug }) => slug);
  const values = keys.map(({ value }) => value);
  return tx.query<HolderRow>(prepared`
    select unique_keys.entity_type, unique_keys.slug, unique_keys.value, unique_keys.entity_id from unique_keys
    join unnest(${types}::text[], ${slugs}::text[], ${values}::text[]) as wanted (entity_type, slug, value)
      on unique_keys.entity_type = wanted.entity_type and unique_keys.slug = wanted.slug
      and unique_keys.value = wanted.value
    where unique_keys.org_id = ${orgId}`);
}

// Each search reads the entries that are not merged yet. For more searches than this, merging them first is cheaper.
const searchesWithPending = 50;

async function loadReferrers(tx: Transaction, orgId: string, state: PlanState): Promise<void> {
  const wanted = [...state.dataNeeds.referrers.values()];
  if (wanted.length === 0) {
    return;
  }
  if (wanted.length > searchesWithPending) {
    await mergePendingEntries(tx);
  }
  const entities = (await findReferrers(tx, orgId, wanted)).map(entityOfRow);
  state.learn(entities, "for update");
  const ways = new Map(
    wanted.map(({ entityType, slug, isList }) => [`${entityType}/${slug}/${isList}`, { entityType, slug, isList }]),
  );
  const found = new Map<string, string[]>();
  for (const entity of entities) {
    for (const { entityType, slug, isList } of ways.values()) {
      const named = entityType === entity.entityType ? [entity.properties[slug] ?? []].flat() : [];
      for (const id of named) {
        const key = textOfReferral({ entityType, slug, isList, id: String(id) });
        const ids = found.get(key) ?? [];
        ids.push(entity.id);
        found.set(key, ids);
      }
    }
  }
  for (const referral of wanted) {
    state.learnReferrers(referral, found.get(textOfReferral(referral)) ?? []);
  }
}

/**
 * All entities that refer to another in one of these ways, each looked up in the index on properties. Offset 0 prevents
 * the planner from joining by org and type instead, which took minutes for the deletion of ten thousand entities.
 * The collation, which is not that of the primary key, prevents it from reading all ids of the org for each lookup.
 */
function findReferrers(tx: Transaction, orgId: string, referrals: readonly Referral[]): Promise<EntityRow[]> {
  const types = referrals.map(({ entityType }) => entityType);
  const containments = referrals.map(({ slug, isList, id }) => JSON.stringify({ [slug]: isList ? [id] : id }));
  return tx.query<EntityRow>(sql`
    with wanted as materialized (
      select distinct found.entity_type, found.id
      from unnest(${types}::text[], ${containments}::jsonb[]) as w (entity_type, containment)
      cross join lateral (
        select entity_type, id from entities
        where org_id = ${orgId}::text collate "default" and properties @> w.containment offset 0
      ) as found
      where found.entity_type = w.entity_type
    )
    select entities.entity_type, entities.id, entities.type_path, entities.name, entities.federated_id, entities.project_id,
      entities.version, entities.created_on, entities.updated_on, entities.created_by_id, entities.updated_by_id,
      entities.properties
    from entities
    join wanted on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId}
    order by entities.id for update of entities`);
}

/** The numbers of one sequence are consecutive in draft order. */
async function loadNumbers(tx: Transaction, orgId: string, state: PlanState): Promise<void> {
  const wanted = [...state.dataNeeds.numbers];
  const sequences = new Map(wanted.map(([, sequence]) => [`${sequence.entityType}/${sequence.slug}`, sequence]));
  for (const { entityType, slug } of sequences.values()) {
    const keys = wanted.filter(([, of]) => of.entityType === entityType && of.slug === slug).map(([key]) => key);
    const last = await takeNumbers(tx, orgId, { entityType, slug, count: keys.length });
    state.numbers.learn(new Map(keys.map((key, index) => [key, last - keys.length + index + 1])));
  }
}

interface WantedNumbers {
  readonly entityType: string;
  readonly slug: string;
  readonly count: number;
}

/** Takes the next numbers of a sequence, and returns the last of them. */
async function takeNumbers(
  tx: Transaction,
  orgId: string,
  { entityType, slug, count }: WantedNumbers,
): Promise<number> {
  const rows = await tx.query<{ last_number: number }>(prepared`
    insert into property_sequences (org_id, entity_type, slug, last_number)
    values (${orgId}, ${entityType}, ${slug}, ${count})
    on conflict (org_id, entity_type, slug)
    do update set last_number = property_sequences.last_number + excluded.last_number
    returning last_number`);
  return oneRow(rows).last_number;
}

async function loadOutside(tx: Transaction, orgId: string, state: PlanState, kinds: OutsideKinds): Promise<void> {
  const wanted = [...state.dataNeeds.outside.values()];
  for (const entityType of new Set(wanted.map((address) => address.entityType))) {
    const ids = wanted.filter((address) => address.entityType === entityType).map(({ id }) => id);
    const findExisting = kinds.get(entityType);
    state.learnOutside(entityType, findExisting === undefined ? new Set(ids) : await findExisting(tx, orgId, ids));
  }
}

/** Locks what a plan depends on. Returns false if something has changed since. */
export async function lockReadSet(tx: Transaction, orgId: string, { changed, read }: ReadSet): Promise<boolean> {
  const isUnchanged = await isCurrent(tx, orgId, changed, sql`for update of entities`);
  return isUnchanged && (await isCurrent(tx, orgId, read, sql`for share of entities`));
}

async function isCurrent(
  tx: Transaction,
  orgId: string,
  seen: readonly SeenVersion[],
  lock: SqlStatement,
): Promise<boolean> {
  if (seen.length === 0) return true;
  const types = seen.map(({ entityType }) => entityType);
  const ids = seen.map(({ id }) => id);
  const rows = await tx.query<{ id: string; version: number }>(sql`
    select entities.id, entities.version from entities
    join unnest(${types}::text[], ${ids}::text[]) as wanted (entity_type, id)
      on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId} order by entities.id ${lock}`);
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return seen.every(({ id, version }) => versions.get(id) === version);
}
