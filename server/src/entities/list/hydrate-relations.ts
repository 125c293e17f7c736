import type { Caller } from "../../access/caller.ts";
import type { ActorRelation, EntityRelation, Relation } from "../../lists/relations.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { entityOfRow } from "../model/entity.ts";
import { presentEntity, presentToCaller } from "../model/present-entity.ts";
import { findReferredRows } from "./entity-list-store.ts";

/** The public data of an actor. */
export interface ActorSummary {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

export interface HydrationContext {
  readonly caller: Caller;
  /** If absent, createdBy and updatedBy are omitted. */
  readonly actorsOf?: (orgId: string, ids: readonly string[]) => Promise<readonly ActorSummary[]>;
}

type Presented = Readonly<Record<string, JsonValue>>;

const referencesMax = 20_000;

/**
 * Each entity with its relations, one level deep. References are taken from what the caller sees; entities that the
 * caller may not read are omitted as if they did not exist. Returns undefined if the relations exceed the budget.
 */
export async function hydrateRelations(
  db: BoundedDatabase,
  context: HydrationContext,
  presented: readonly Presented[],
  { relations, budget }: { readonly relations: readonly Relation[]; readonly budget: Budget },
): Promise<Record<string, JsonValue>[] | undefined> {
  const toEntities = relations.filter((relation) => relation.to === "entities");
  const toActors = relations.filter((relation) => relation.to === "actors");
  const entities = await findReferred(db, context.caller, referencesIn(presented, toEntities), budget);
  if (entities === undefined) {
    return undefined;
  }
  const actors = await findActors(context, presented, toActors);
  return presented.map((entity) => ({
    ...entity,
    ...Object.fromEntries(toEntities.flatMap((relation) => placeEntities(entity, relation, entities))),
    ...Object.fromEntries(toActors.flatMap((relation) => placeActor(entity, relation, actors))),
  }));
}

interface Reference {
  readonly entityType: string;
  readonly id: string;
}

function referencesIn(presented: readonly Presented[], relations: readonly EntityRelation[]): Reference[] {
  const references = new Map<string, Reference>();
  for (const relation of relations) {
    for (const id of presented.flatMap((entity) => idsIn(entity[relation.slug]))) {
      for (const entityType of relation.entityTypes) {
        references.set(keyOf(entityType, id), { entityType, id });
      }
    }
  }
  if (references.size > referencesMax) {
    const detail = `The page refers to more than ${referencesMax} entities. Use a smaller limit, or fewer relations.`;
    throw invalidField("relations", detail);
  }
  return [...references.values()];
}

/** By type and id, with one query for a whole page. */
async function findReferred(
  db: BoundedDatabase,
  caller: Caller,
  references: readonly Reference[],
  budget: Budget,
): Promise<ReadonlyMap<string, Presented> | undefined> {
  if (references.length === 0) {
    return new Map();
  }
  const { rows, isCut } = await findReferredRows(db, caller.org.id, references, budget);
  if (isCut) {
    return undefined;
  }
  const presented = await presentToCaller(caller, rows, (row, visible) => presentEntity(entityOfRow(row), visible));
  const found = rows.flatMap(({ entity_type, id }, index) => {
    const entity = presented[index];
    return entity === undefined ? [] : [[keyOf(entity_type, id), entity] as const];
  });
  return new Map(found);
}

function placeEntities(
  entity: Presented,
  relation: EntityRelation,
  found: ReadonlyMap<string, Presented>,
): [string, JsonValue][] {
  const referred = idsIn(entity[relation.slug]).flatMap((id) =>
    relation.entityTypes.flatMap((entityType) => found.get(keyOf(entityType, id)) ?? []),
  );
  if (relation.isList) {
    return entity[relation.slug] === undefined ? [] : [[relation.name, referred]];
  }
  return referred.slice(0, 1).map((one) => [relation.name, one]);
}

async function findActors(
  { caller, actorsOf }: HydrationContext,
  presented: readonly Presented[],
  relations: readonly ActorRelation[],
): Promise<ReadonlyMap<string, ActorSummary>> {
  const ids = new Set(relations.flatMap(({ field }) => presented.flatMap((entity) => idsIn(entity[field]))));
  const actors = ids.size === 0 ? [] : ((await actorsOf?.(caller.org.id, [...ids])) ?? []);
  return new Map(actors.map((actor) => [actor.id, actor]));
}

function placeActor(
  entity: Presented,
  { name, field }: ActorRelation,
  found: ReadonlyMap<string, ActorSummary>,
): [string, JsonValue][] {
  return idsIn(entity[field]).flatMap((id) => {
    const actor = found.get(id);
    return actor === undefined ? [] : [[name, { id: actor.id, type: actor.type, name: actor.name }]];
  });
}

function idsIn(value: JsonValue): string[] {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}

function keyOf(entityType: string, id: string): string {
  return `${entityType}/${id}`;
}
