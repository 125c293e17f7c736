import { isSystemField } from "@weft/contract";
import { decide, targetOf } from "../../access/decide.ts";
import { isEntityKindName, type TypeTree } from "../../entity-types/type-tree.ts";
import { isSameJson } from "../../platform/same-json.ts";
import { type Entity, stateOf } from "../model/entity.ts";
import type { Draft, Writer } from "../model/write-request.ts";
import type { NetChange } from "./net-changes.ts";
import { draftToRestore, isSendable, sendable } from "./reversal-drafts.ts";

/** A change of a set that is reverted, and the draft that does it. */
export interface Reversal {
  readonly entityReference: string;
  readonly properties: readonly string[];
  readonly draft: Draft;
}

/** What is not reverted: a whole entity, or some of its properties. */
export interface Kept {
  readonly entityReference: string;
  readonly properties?: readonly string[];
  readonly reason: string;
}

export interface ReversalContext {
  readonly rights: Writer["rights"];
  readonly types: TypeTree;
  /** The entities as they are now, by entityReference. */
  readonly current: ReadonlyMap<string, Entity>;
  /** The last version of each entity, by id. */
  readonly versions: ReadonlyMap<string, number>;
}

interface PlannedReversal {
  readonly reversals: readonly Reversal[];
  readonly kept: readonly Kept[];
}

/**
 * What reverts the changes. Deleted entities come back first, because values may refer to them; entities that the set
 * created are deleted last. A family changes before its options, which take values from it.
 */
export function planReversal(changes: readonly NetChange[], context: ReversalContext): PlannedReversal {
  const planned = changes.map((change) => ({ kind: change.kind, ...planOne(change, context) }));
  const ofKind = (kind: NetChange["kind"]) =>
    planned.flatMap((one) => (one.kind === kind && one.reversal !== undefined ? [one.reversal] : []));
  const byLast = (kind: NetChange["kind"]) => {
    const order = new Map(changes.map(({ entityType, id, row }) => [`${entityType}:${id}`, row.sequence]));
    const at = ({ entityReference }: Reversal) => order.get(entityReference) ?? 0;
    return ofKind(kind).sort((a, b) => at(b) - at(a));
  };
  const isOption = ({ entityReference }: Reversal) =>
    isSameJson(context.current.get(entityReference)?.properties["roles"], ["option"]);
  const updates = ofKind("updated").sort((a, b) => Number(isOption(a)) - Number(isOption(b)));
  const reversals = [...byLast("deleted"), ...updates, ...byLast("created")];
  const references = new Set(reversals.map(({ entityReference }) => entityReference));
  const rootWorkspaceIds = new Set(
    changes.flatMap((change) =>
      change.kind !== "updated" && references.has(`project:${change.id}`) ? [change.state["rootWorkspaceId"]] : [],
    ),
  );
  return { reversals: withOwnedWorkspaces(reversals, rootWorkspaceIds), kept: planned.flatMap(({ kept }) => kept) };
}

interface PlannedOne {
  readonly reversal?: Reversal;
  readonly kept: readonly Kept[];
}

function planOne(change: NetChange, context: ReversalContext): PlannedOne {
  const { entityType, id } = change;
  const entityReference = `${entityType}:${id}`;
  const keep = (reason: string, properties?: readonly string[]): PlannedOne => ({
    kept: [{ entityReference, ...(properties === undefined ? {} : { properties }), reason }],
  });
  if (!isEntityKindName(entityType)) {
    return keep("Only changes of product data can be reverted.");
  }
  const now = context.current.get(entityReference);
  switch (change.kind) {
    case "created":
      return now === undefined ? keep("It was deleted since.") : planDelete(change, now, context, keep);
    case "deleted":
      return now === undefined ? planRestore(change, context, keep) : keep("It exists again.");
    case "updated":
      return now === undefined ? keep("It was deleted since.") : planUpdate(change, now, context);
  }
}

type Keep = (reason: string, properties?: readonly string[]) => PlannedOne;

function planDelete(
  { entityType, id, state }: Extract<NetChange, { kind: "created" }>,
  now: Entity,
  { types, rights }: ReversalContext,
  keep: Keep,
): PlannedOne {
  const held = stateOf(now);
  const type = types.typeAt(now.typePath);
  const changed = [...new Set([...Object.keys(state), ...Object.keys(held)])].filter(
    (slug) => isSendable(entityType, slug, type) && !isSameJson(state[slug] ?? null, held[slug] ?? null),
  );
  if (changed.length > 0) {
    return keep("It was changed since.", changed.filter(visibleTo(rights, now)));
  }
  const draft: Draft = { op: "delete", entityType, address: { id }, cascades: false };
  return { reversal: { entityReference: `${entityType}:${id}`, properties: [], draft }, kept: [] };
}

function planRestore(
  { entityType, id, state, row }: Extract<NetChange, { kind: "deleted" }>,
  { types, rights, versions }: ReversalContext,
  keep: Keep,
): PlannedOne {
  if (Object.keys(state).length === 0) {
    return keep("It was purged.");
  }
  if (!Object.keys(state).every(visibleTo(rights, { typePath: row.type_path, id, projectId: row.project_id }))) {
    return keep("This credential may not read all of its properties.");
  }
  const version = versions.get(id) ?? row.entity_version;
  const draft = draftToRestore({ entityType, id, state, type: types.typeAt(row.type_path), version });
  return { reversal: { entityReference: `${entityType}:${id}`, properties: [], draft }, kept: [] };
}

function planUpdate(
  { entityType, id, diffs }: Extract<NetChange, { kind: "updated" }>,
  now: Entity,
  { types, rights }: ReversalContext,
): PlannedOne {
  const entityReference = `${entityType}:${id}`;
  const held = stateOf(now);
  const isVisible = visibleTo(rights, now);
  const type = types.typeAt(now.typePath);
  const revertible = [...diffs].filter(([slug]) => isVisible(slug) && isSendable(entityType, slug, type));
  const isUnchanged = ([slug, { after }]: (typeof revertible)[number]) => isSameJson(after, held[slug] ?? null);
  const object = sendable(
    entityType,
    Object.fromEntries(revertible.filter(isUnchanged).map(([slug, { before }]) => [slug, before])),
    type,
  );
  // A value that is already as it was before needs no reversal.
  const changed = revertible
    .filter((one) => !isUnchanged(one) && !isSameJson(one[1].before, held[one[0]] ?? null))
    .map(([slug]) => slug);
  const properties = Object.keys(object);
  const draft: Draft = { op: "update", entityType, address: { id }, object };
  return {
    ...(properties.length === 0 ? {} : { reversal: { entityReference, properties, draft } }),
    kept: changed.length === 0 ? [] : [{ entityReference, properties: changed, reason: "Changed since." }],
  };
}

/** Whether the writer may read a field of the entity. */
export function visibleTo(
  rights: Writer["rights"],
  entity: Pick<Entity, "typePath" | "id" | "projectId">,
): (slug: string) => boolean {
  const decision = decide(rights, "read", targetOf(entity));
  return (slug) =>
    decision.isAllowed && (decision.fields === "all" || isSystemField(slug) || decision.fields.has(slug));
}

/**
 * A project brings its root workspace back, and takes it along when it is deleted. Of a root workspace that was deleted
 * with its project, only its other values are left to restore.
 */
export function withOwnedWorkspaces<Step extends { readonly draft: Draft }>(
  steps: readonly Step[],
  rootWorkspaceIds: ReadonlySet<unknown>,
): Step[] {
  return steps.flatMap((step) => {
    const { draft } = step;
    if (draft.op === "create" && rootWorkspaceIds.has(draft.newId)) {
      const { newId: id = "", object, entityType } = draft;
      return [{ ...step, draft: { op: "update", entityType, address: { id }, object } }];
    }
    const isTakenAlong = draft.op === "delete" && "id" in draft.address && rootWorkspaceIds.has(draft.address.id);
    return isTakenAlong ? [] : [step];
  });
}
