import { pluralize } from "../../platform/amounts.ts";
import { conflict, forbidden } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity } from "../model/entity.ts";
import { changedFields } from "../model/entity.ts";
import type { Writer } from "../model/write-request.ts";
import { textOf } from "../rules/kind-rules.ts";
import { mayDo, referencesOf, wantedPathOf } from "./check-draft.ts";
import { computeFormulas } from "./derived-values.ts";
import type { Referral } from "./state/known-rows.ts";
import { notYet, type Step } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

const entitiesMax = 10_000;

/** Deleted together with the entity that they refer to. In all other entities, the reference is cleared. */
const belongings: ReadonlySet<string> = new Set([
  "item/itemFamilyId",
  "project-item/projectId",
  "project-item/itemId",
  "workspace/projectId",
  "workspace/parentWorkspaceId",
  "assortment/workspaceId",
  "assortment/projectId",
  "assortment-item/assortmentId",
  "assortment-item/itemId",
]);

interface DeletePlan {
  readonly deleted: Map<string, Entity>;
  /** Each with its state before and after its references are cleared. */
  readonly cleared: Map<string, { readonly before: Entity; readonly after: Entity }>;
  /** The entities that block the deletion without a cascade. */
  readonly inTheWay: Map<string, Entity>;
}

/**
 * The steps that delete an entity. If others refer to it, the deletion is rejected with their counts, unless it
 * cascades: then dependent entities are deleted too, and other references are cleared.
 */
export function planDelete(state: PlanState, entity: Entity, cascades: boolean, writer: Writer): Step[] {
  const toDelete: DeletePlan = { deleted: new Map([[entity.id, entity]]), cleared: new Map(), inTheWay: new Map() };
  const { deleted, cleared, inTheWay } = toDelete;
  for (const current of deleted.values()) {
    state.forUpdate(current);
    refuseRootWorkspace(state, current, deleted);
    for (const [referral, referring] of referringTo(state, current)) {
      for (const referrer of referring.filter(({ id }) => !deleted.has(id))) {
        addReferrer(referral, referrer, current, toDelete);
      }
    }
    refuseTooMany(deleted);
  }
  if (inTheWay.size > 0 && !cascades) {
    throw inUse(entity, [...inTheWay.values()], writer);
  }
  for (const id of deleted.keys()) {
    cleared.delete(id);
  }
  requireCascadeRights(entity, toDelete, writer);
  const steps = [...cleared.values()].map(({ before, after }) => clearingStep(state, before, after, writer));
  // Referring entities are deleted before the entities that they refer to.
  return [...steps, ...[...deleted.values()].reverse().map((before): Step => ({ before, after: undefined }))];
}

function addReferrer(referral: Referral, referrer: Entity, referredTo: Entity, toDelete: DeletePlan): void {
  const { deleted, cleared, inTheWay } = toDelete;
  if (!isOwned(referrer, referredTo)) {
    inTheWay.set(referrer.id, referrer);
  }
  if (belongings.has(`${referral.entityType}/${referral.slug}`)) {
    deleted.set(referrer.id, referrer);
  } else {
    const after = without(cleared.get(referrer.id)?.after ?? referrer, referral);
    cleared.set(referrer.id, { before: referrer, after });
  }
}

/** A cascade is limited to what the writer could do step by step. The error does not reveal what it found. */
function requireCascadeRights(entity: Entity, { deleted, cleared }: DeletePlan, { rights }: Writer): void {
  const mayDelete = [...deleted.values()].every(
    (other) => isOwned(other, entity) || mayDo(rights, "delete", other, []),
  );
  if (!mayDelete) {
    throw forbidden(
      `This credential may not delete all entities that belong to the ${entity.entityType} ${entity.id}.`,
    );
  }
  const mayClear = [...cleared.values()].every(({ before, after }) =>
    mayDo(rights, "update", before, changedFields(before, after)),
  );
  if (!mayClear) {
    throw forbidden(`This credential may not change all entities that refer to the ${entity.entityType} ${entity.id}.`);
  }
}

function clearingStep(state: PlanState, before: Entity, cleared: Entity, { author }: Writer): Step {
  const properties = { ...cleared.properties };
  computeFormulas({ ...cleared, type: state.typeAt(cleared.typePath), properties }, state);
  const after = {
    ...cleared,
    properties,
    version: before.version + 1,
    updatedOn: notYet,
    updatedById: author.actorId,
  };
  return { before, after };
}

/** All references that entities of the org's types may have to this one, with the entities that have them. */
function referringTo(state: PlanState, entity: Entity): [Referral, Entity[]][] {
  const referrals = state.types.nodes().flatMap(({ typePath }) => {
    const type = state.typeAt(typePath);
    return referencesOf(type)
      .filter((property) => property.declaredBy === typePath && isFor(wantedPathOf(property), entity))
      .map((property): Referral => {
        const isList = property.propertyType === "object_ref_list";
        return { entityType: type.root.name, slug: property.slug, isList, id: entity.id };
      });
  });
  const found = state.referrersOf(referrals);
  return referrals.map((referral, index) => [referral, (found[index] ?? []).filter(({ id }) => id !== entity.id)]);
}

function isFor(wantedPath: string, { entityType, typePath }: Entity): boolean {
  return wantedPath === entityType || typePath === wantedPath || typePath.startsWith(`${wantedPath}:`);
}

/** A project's root workspace is part of it and is deleted with it, without a cascade. */
function isOwned(referrer: Entity, owner: Entity): boolean {
  return owner.entityType === "project" && textOf(owner, "rootWorkspaceId") === referrer.id;
}

function refuseRootWorkspace(state: PlanState, entity: Entity, deleted: ReadonlyMap<string, Entity>): void {
  const projectId = entity.entityType === "workspace" ? textOf(entity, "projectId") : undefined;
  if (projectId === undefined || deleted.has(projectId)) {
    return;
  }
  const [project] = state.forKeyShare([{ entityType: "project", id: projectId }]);
  if (project !== undefined && textOf(project, "rootWorkspaceId") === entity.id) {
    throw conflict(`This is the root workspace of the project ${projectId}. Delete the project instead.`);
  }
}

function refuseTooMany(deleted: ReadonlyMap<string, Entity>): void {
  if (deleted.size > entitiesMax) {
    throw conflict(`More than ${entitiesMax} entities belong to this entity. Delete some of them first.`);
  }
}

/** Counts the entities that the writer may read. For the rest, it reveals only that there are some. */
function inUse(entity: Entity, referring: readonly Entity[], { rights }: Writer) {
  const counts = new Map<string, number>();
  for (const { entityType } of referring.filter((other) => mayDo(rights, "read", other, []))) {
    counts.set(entityType, (counts.get(entityType) ?? 0) + 1);
  }
  const list = [...counts].map(([type, count]) => pluralize(count, type));
  const shown = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const users = [...list, ...(shown < referring.length ? ["others that this credential may not read"] : [])].join(", ");
  const detail = `The ${entity.entityType} ${entity.id} is in use by ${users}. Send cascade=true to also delete the entities that belong to it.`;
  return conflict(detail, { referencedBy: Object.fromEntries(counts) });
}

function without(entity: Entity, { slug, isList, id }: Referral): Entity {
  const properties: Record<string, JsonValue> = { ...entity.properties };
  const value = properties[slug];
  const rest = isList && Array.isArray(value) ? value.filter((item) => item !== id) : [];
  if (rest.length > 0) {
    properties[slug] = rest;
  } else {
    delete properties[slug];
  }
  return { ...entity, properties };
}
