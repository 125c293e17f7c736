import type { Transaction } from "../../platform/database/database.ts";
import { entityOfRow } from "../entity-row.ts";
import { mergePendingEntries } from "../index-store.ts";
import {
  findHolders,
  lockReferrers,
  lockToChange,
  lockToHoldAlone,
  lockToReadFrom,
  lockToReferTo,
  readToChange,
} from "./lock-rows-store.ts";
import { takeNumbers } from "./sequence-store.ts";
import { textOfReferral, textOfUniqueKey } from "./wants.ts";
import type { World } from "./world.ts";

/** For kinds with their own tables: returns which of the ids exist. Kinds that are not listed are not checked. */
export type OutsideKinds = ReadonlyMap<
  string,
  (tx: Transaction, orgId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>
>;

export interface LockOptions {
  readonly outsideKinds: OutsideKinds;
  /** Rows to be changed are only read, and others may change them meanwhile. */
  readonly isDryRun: boolean;
}

/** Loads and locks everything that the plan lacks, with one statement for each kind of data. */
export async function lockRows(
  tx: Transaction,
  orgId: string,
  world: World,
  { outsideKinds, isDryRun }: LockOptions,
): Promise<void> {
  if (world.lacksOnlyNumbers()) {
    await loadNumbers(tx, orgId, world);
  }
  await loadToChange(tx, orgId, world, isDryRun ? readToChange : lockToChange);
  await loadToHoldAlone(tx, orgId, world);
  await loadReferrers(tx, orgId, world);
  await loadToReadFrom(tx, orgId, world);
  await loadToReferTo(tx, orgId, world);
  await loadHolders(tx, orgId, world);
  await loadOutside(tx, orgId, world, outsideKinds);
  world.closeWants();
}

async function loadToChange(tx: Transaction, orgId: string, world: World, load: typeof lockToChange): Promise<void> {
  const byId = [...world.wants.toChange.values()];
  const byFederatedId = [...world.wants.toChangeByFederatedId.values()];
  if (byId.length + byFederatedId.length === 0) {
    return;
  }
  const rows = await load(
    tx,
    orgId,
    { types: byId.map(({ entityType }) => entityType), ids: byId.map(({ id }) => id) },
    {
      types: byFederatedId.map(({ entityType }) => entityType),
      federatedIds: byFederatedId.map(({ federatedId }) => federatedId),
    },
  );
  world.learn(rows.map(entityOfRow), "to-change");
}

async function loadToReferTo(tx: Transaction, orgId: string, world: World): Promise<void> {
  const wanted = addressesOf(world.wants.forKeyShare);
  if (wanted.ids.length > 0) {
    world.learn((await lockToReferTo(tx, orgId, wanted)).map(entityOfRow), "to-refer-to");
  }
}

async function loadToReadFrom(tx: Transaction, orgId: string, world: World): Promise<void> {
  const wanted = addressesOf(world.wants.forShare);
  if (wanted.ids.length > 0) {
    world.learn((await lockToReadFrom(tx, orgId, wanted)).map(entityOfRow), "to-read-from");
  }
}

/** Before the search for referrers: later references wait for the lock, earlier ones are found. */
async function loadToHoldAlone(tx: Transaction, orgId: string, world: World): Promise<void> {
  const wanted = addressesOf(world.wants.forUpdate);
  if (wanted.ids.length > 0) {
    world.learn((await lockToHoldAlone(tx, orgId, wanted)).map(entityOfRow), "to-hold-alone");
  }
}

function addressesOf(wanted: ReadonlyMap<string, { readonly entityType: string; readonly id: string }>) {
  const addresses = [...wanted.values()];
  return { types: addresses.map(({ entityType }) => entityType), ids: addresses.map(({ id }) => id) };
}

async function loadHolders(tx: Transaction, orgId: string, world: World): Promise<void> {
  const wanted = [...world.wants.holders.values()];
  if (wanted.length === 0) {
    return;
  }
  const rows = await findHolders(tx, orgId, {
    types: wanted.map(({ entityType }) => entityType),
    slugs: wanted.map(({ slug }) => slug),
    values: wanted.map(({ value }) => value),
  });
  const holders = rows.map((row): [string, string] => [
    textOfUniqueKey({ entityType: row.entity_type, slug: row.slug, value: row.value }),
    row.entity_id,
  ]);
  world.learnHolders(new Map(holders));
}

// Each search reads the entries that are not merged yet. For more searches than this, merging them first is cheaper.
const searchesWithPending = 50;

async function loadReferrers(tx: Transaction, orgId: string, world: World): Promise<void> {
  const wanted = [...world.wants.referrers.values()];
  if (wanted.length === 0) {
    return;
  }
  if (wanted.length > searchesWithPending) {
    await mergePendingEntries(tx);
  }
  const entities = (await lockReferrers(tx, orgId, wanted)).map(entityOfRow);
  world.learn(entities, "to-hold-alone");
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
    world.learnReferrers(referral, found.get(textOfReferral(referral)) ?? []);
  }
}

/** The numbers of one sequence are consecutive in draft order. */
async function loadNumbers(tx: Transaction, orgId: string, world: World): Promise<void> {
  const wanted = [...world.wants.numbers];
  const sequences = new Map(wanted.map(([, sequence]) => [`${sequence.entityType}/${sequence.slug}`, sequence]));
  for (const { entityType, slug } of sequences.values()) {
    const keys = wanted.filter(([, of]) => of.entityType === entityType && of.slug === slug).map(([key]) => key);
    const last = await takeNumbers(tx, orgId, { entityType, slug, count: keys.length });
    world.learnNumbers(new Map(keys.map((key, index) => [key, last - keys.length + index + 1])));
  }
}

async function loadOutside(tx: Transaction, orgId: string, world: World, kinds: OutsideKinds): Promise<void> {
  const wanted = [...world.wants.outside.values()];
  for (const entityType of new Set(wanted.map((address) => address.entityType))) {
    const ids = wanted.filter((address) => address.entityType === entityType).map(({ id }) => id);
    const findExisting = kinds.get(entityType);
    world.learnOutside(entityType, findExisting === undefined ? new Set(ids) : await findExisting(tx, orgId, ids));
  }
}
