import type { optionSetOperations } from "@weft/contract";
import type { z } from "zod";
import { requireRight } from "../access/decide.ts";
import type { ChangeOptions, EntityKind, KindDocument } from "../kinds/entity-kind.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { conflict } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { isSameJson } from "../platform/same-json.ts";
import { deleteOptionSet, listOptionSets, type OptionSetRow, saveOptionSet } from "./entity-type-store.ts";
import { findMisfits, type StoredEntities } from "./find-misfits.ts";
import type { OptionPair } from "./kinds/property-kind.ts";
import { loadTypeTree } from "./load-type-tree.ts";
import { entityTypeOf, type TypeTree } from "./type-tree.ts";

type Create = z.output<typeof optionSetOperations.create.body>;
type Update = z.output<typeof optionSetOperations.update.body>;

/** Option sets: all users may read them, administrators change them. */
export function optionSetKind(stored: StoredEntities): EntityKind<Create, Update> {
  return {
    name: "option-set",
    plural: "option-sets",
    hasHistory: true,
    audit: "none",
    shapesWrites: true,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "option-set" }, id),
    list: async (db, caller) => (await listOptionSets(db, caller.org.id)).map(presentOptionSet),
    async find(db, caller, id) {
      const row = await findOptionSet(db, caller.org.id, id);
      return row === undefined ? undefined : presentOptionSet(row);
    },
    async create(tx, caller, body) {
      const set = { id: newId(), name: body.name, federated_id: body.federatedId ?? null, options: body.options };
      await requireFreeFederatedId(tx, caller.org.id, set);
      return { document: presentOptionSet(await saveOptionSet(tx, caller.org.id, set, caller.actor.id)) };
    },
    async update(tx, caller, { before, body }, options) {
      const orgId = caller.org.id;
      const current = await findOptionSet(tx, orgId, before.id);
      if (current === undefined) {
        throw conflict(`The option set ${before.id} was deleted by another request.`);
      }
      const set = {
        id: current.id,
        name: body.name ?? current.name,
        federated_id: body.federatedId === undefined ? current.federated_id : body.federatedId,
        options: body.options ?? current.options,
      };
      await requireFreeFederatedId(tx, orgId, set);
      if (isWithoutSome(set.options, current.options)) {
        await checkStored(tx, orgId, stored, { set, options });
      }
      if (!isSameJson(pairsOf(set.options), pairsOf(current.options))) {
        await refreshUsers(tx, orgId, stored, set.id);
      }
      return presentOptionSet(await saveOptionSet(tx, orgId, set, caller.actor.id));
    },
    async remove(tx, caller, { id }) {
      const types = await loadTypeTree(tx, caller.org.id, 0);
      const users = usersOf(types, id);
      if (users.length > 0) {
        const list = users.map(({ typePath, slug }) => `${slug} of ${typePath}`).join(", ");
        throw conflict(`The option set is used by ${list}.`, { count: users.length });
      }
      await deleteOptionSet(tx, caller.org.id, id);
    },
  };
}

interface Change {
  readonly set: { readonly id: string; readonly options: readonly OptionPair[] };
  readonly options: ChangeOptions;
}

/** Values stored on entities must remain among the options. */
async function checkStored(tx: Transaction, orgId: string, stored: StoredEntities, change: Change): Promise<void> {
  if (change.options.isForced) {
    return;
  }
  const types = await loadTypeTree(tx, orgId, 0);
  const changed = types.withOptions(change.set.id, change.set.options);
  for (const { typePath, slug } of usersOf(types, change.set.id)) {
    const scope = {
      entityType: entityTypeOf(typePath),
      typePaths: types.pathsBelow(typePath),
      touching: { having: [slug], lacking: [] },
    };
    (await findMisfits(tx, orgId, stored, { types: changed, scope })).requireNone();
  }
}

/** New labels and colors leave every stored value valid, however many entities there are. */
function isWithoutSome(options: readonly OptionPair[], before: readonly OptionPair[]): boolean {
  const values = new Set(options.map(({ value }) => value));
  return before.some(({ value }) => !values.has(value));
}

function pairsOf(options: readonly OptionPair[]): readonly (readonly string[])[] {
  return options.map(({ value, display }) => [value, display]);
}

/** Entities are found by the labels of their options. */
async function refreshUsers(tx: Transaction, orgId: string, stored: StoredEntities, setId: string): Promise<void> {
  const users = usersOf(await loadTypeTree(tx, orgId, 0), setId).filter(({ searchable }) => searchable);
  for (const entityType of new Set(users.map(({ typePath }) => entityTypeOf(typePath)))) {
    await stored.refreshTerms(tx, orgId, entityType);
  }
}

/** The properties that use the set. */
function usersOf(types: TypeTree, optionSetId: string): { typePath: string; slug: string; searchable: boolean }[] {
  return types
    .nodes()
    .flatMap(({ typePath, properties }) =>
      properties
        .filter((property) => property.optionSetId === optionSetId)
        .map(({ slug, searchable }) => ({ typePath, slug, searchable })),
    );
}

async function requireFreeFederatedId(
  tx: Transaction,
  orgId: string,
  set: { readonly id: string; readonly federated_id: string | null },
): Promise<void> {
  const sets = set.federated_id === null ? [] : await listOptionSets(tx, orgId);
  const holder = sets.find((other) => other.federated_id === set.federated_id && other.id !== set.id);
  if (holder !== undefined) {
    throw conflict(`The federatedId ${set.federated_id} is already in use.`, { existingId: holder.id });
  }
}

async function findOptionSet(db: Database, orgId: string, id: string): Promise<OptionSetRow | undefined> {
  return (await listOptionSets(db, orgId)).find((set) => set.id === id);
}

function presentOptionSet(row: OptionSetRow): KindDocument {
  return {
    id: row.id,
    entityType: "option-set",
    typePath: "option-set",
    name: row.name,
    federatedId: row.federated_id,
    options: row.options.map(({ value, display, color }) => ({
      value,
      display,
      ...(color === undefined ? {} : { color }),
    })),
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    createdById: row.created_by_id,
    updatedById: row.updated_by_id,
    version: row.version,
  };
}
