import type { Caller } from "../../access/caller.ts";
import { decide, targetOf } from "../../access/decide.ts";
import { type ChangeRow, positionOf } from "../../changes/change.ts";
import { type EntityState, entityAsOf, findDeletion } from "../../changes/entity-as-of.ts";
import { readWholeSet } from "../../changes/read-whole-set.ts";
import { readableChanges } from "../../changes/readable-changes.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import { conflict, conflictsWith, forbidden, invalidField, notFound } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { EntityServices } from "../entity-services.ts";
import { type Entity, stateOf } from "../model/entity.ts";
import { findEntities } from "../model/entity-store.ts";
import { type Draft, requireWritten, type Writer } from "../model/write-request.ts";
import { parseAsOf } from "../read-entity-as-of.ts";
import { lockEntities } from "../write/lock-rows-store.ts";
import type { Planned } from "../write/plan-all.ts";
import { visibleTo, withOwnedWorkspaces } from "./plan-reversal.ts";
import { draftToRestore, isSendable } from "./reversal-drafts.ts";

export interface RestoreCall {
  readonly caller: Caller;
  readonly writer: Writer;
  readonly entityType: string;
  readonly id: string;
  readonly asOf: string | undefined;
  readonly properties: readonly string[] | undefined;
  readonly cascades: boolean;
  readonly isDryRun: boolean;
  readonly expectedVersion: number | undefined;
  readonly budget: Budget;
}

/** Creates a deleted entity again, or sets an existing one back to an earlier state. */
export async function restoreEntity(services: EntityServices, call: RestoreCall): Promise<Entity> {
  const { caller, entityType, id } = call;
  const orgId = caller.org.id;
  const [current] = await findEntities(services.db.ofOrg(orgId), orgId, entityType, [id]);
  if (current === undefined) {
    return restoreDeleted(services, call);
  }
  if (!decide(caller, "read", targetOf(current)).isAllowed) {
    throw notFound(entityType, id);
  }
  return setBack(services, call, current);
}

async function setBack(services: EntityServices, call: RestoreCall, current: Entity): Promise<Entity> {
  const { caller, writer, entityType, id, asOf, cascades, isDryRun, expectedVersion, budget } = call;
  const orgId = caller.org.id;
  if (asOf === undefined) {
    throw invalidField("#/asOf", `The ${entityType} ${id} exists. Send asOf: the change or the time to go back to.`);
  }
  if (cascades) {
    throw invalidField("cascade", "cascade applies to deleted entities only.");
  }
  const today = { entityType, id, current: { ...current, state: stateOf(current) }, budget };
  const past = await entityAsOf(services.reads.forAge(orgId, 0), orgId, today, parseAsOf(asOf));
  if (past === undefined) {
    throw invalidField("#/asOf", `The ${entityType} ${id} did not exist at ${asOf}.`);
  }
  const types = await services.types.typesOf(orgId);
  const slugs = slugsToSetBack(call, current, past, types.typeAt(current.typePath));
  const object = Object.fromEntries(slugs.map((slug): [string, JsonValue] => [slug, past.state[slug] ?? null]));
  const version = expectedVersion === undefined ? {} : { expectedVersion };
  const draft: Draft = { op: "update", entityType, address: { id }, object, ...version };
  const [written] = await services.writer.run(orgId, (write) => write.add([{ draft, writer }], { isDryRun }));
  return requireWritten(written).entity;
}

type Type = Parameters<typeof isSendable>[2];

/** Default: all fields that the caller may read and that differ, except those that an option takes from its family. */
function slugsToSetBack(call: RestoreCall, current: Entity, past: EntityState, type: Type): string[] {
  const { caller, entityType, properties } = call;
  const now = stateOf(current);
  const isVisible = visibleTo(caller, current);
  const known = new Set([...Object.keys(now), ...Object.keys(past.state), ...type.properties.keys(), ...ownFields]);
  if (properties !== undefined) {
    const unknown = properties.find((slug) => !known.has(slug) || !isVisible(slug));
    if (unknown !== undefined) {
      throw invalidField("#/properties", `The ${entityType} has no property ${unknown} that this credential may read.`);
    }
    return [...properties];
  }
  const isOption = isSameJson(now["roles"], ["option"]);
  return [...known].filter(
    (slug) =>
      isVisible(slug) &&
      isSendable(entityType, slug, type) &&
      !(isOption && type.properties.get(slug)?.level === "family") &&
      !isSameJson(now[slug] ?? null, past.state[slug] ?? null),
  );
}

const ownFields = ["name", "federatedId", "typePath"];

async function restoreDeleted(services: EntityServices, call: RestoreCall): Promise<Entity> {
  const { caller, writer, entityType, id, properties, isDryRun, budget } = call;
  const orgId = caller.org.id;
  const deletion = await findDeletion(services.reads.forAge(orgId, 0), orgId, { entityType, id }, budget);
  if (deletion === undefined || !decide(caller, "read", targetOf(subjectOf(deletion))).isAllowed) {
    throw notFound(entityType, id);
  }
  if (properties !== undefined) {
    throw invalidField("#/properties", `The ${entityType} ${id} is deleted. Omit properties to restore all of it.`);
  }
  const drafts = await draftsOf(services, call, deletion);
  const plans = await services.writer.run(orgId, async (write) => {
    const addresses = drafts.flatMap(({ draft }) =>
      draft.op === "create" && draft.newId !== undefined ? [{ entityType: draft.entityType, id: draft.newId }] : [],
    );
    // Another restore may have come first.
    const existing = await lockEntities(write.tx, orgId, addresses, "for key share");
    const [first] = existing;
    if (first !== undefined) {
      throw conflict(`The ${first.entityType} ${first.id} exists again.`);
    }
    return write.add(
      drafts.map(({ draft }) => ({ draft, writer })),
      { isDryRun },
    );
  });
  requireRestored(plans);
  return requireWritten(plans[0]).entity;
}

const belongingsMax = 5_000;

async function draftsOf(services: EntityServices, call: RestoreCall, deletion: ChangeRow) {
  const { caller, entityType, id, asOf, budget } = call;
  const orgId = caller.org.id;
  const reads = services.reads.forAge(orgId, 0);
  const past =
    asOf === undefined
      ? undefined
      : await entityAsOf(reads, orgId, { entityType, id, current: undefined, budget }, parseAsOf(asOf));
  if (asOf !== undefined && past === undefined) {
    throw invalidField("#/asOf", `The ${entityType} ${id} did not exist at ${asOf}.`);
  }
  const head = { id: deletion.change_set_id, source: deletion.source, position: positionOf(deletion) };
  const readable = readableChanges(caller, undefined);
  const wanted = { orgId, id: head.id, head, readable, limit: belongingsMax, budget };
  const set = await readWholeSet(reads, wanted);
  if (call.cascades && set?.isComplete !== true) {
    throw conflict(`The change set ${head.id} is too large. Restore the entities one by one, without cascade.`);
  }
  const rootWorkspaceId = entityType === "project" ? deletion.diffs["rootWorkspaceId"] : undefined;
  const others = (set?.rows ?? []).filter(({ action, entity_id }) => action === "delete" && entity_id !== id);
  const along = call.cascades
    ? belongingsOf(id, others)
    : others.filter(({ entity_id }) => entity_id === rootWorkspaceId);
  const types = await services.types.typesOf(orgId);
  const steps = [{ ...deletion, diffs: past?.state ?? deletion.diffs }, ...along].map((row) => {
    requireAllVisible(caller, row);
    const typePath = row.diffs["typePath"];
    const type = types.typeAt(typeof typePath === "string" ? typePath : row.type_path);
    const state = { entityType: row.entity_type, id: row.entity_id, state: row.diffs, type };
    return { draft: draftToRestore({ ...state, version: row.entity_version }) };
  });
  return withOwnedWorkspaces<{ readonly draft: Draft }>(steps, new Set([rootWorkspaceId]));
}

/** Deleted entities that refer to the restored one, or to one that is restored with it; the last deleted first. */
function belongingsOf(id: string, deleted: readonly ChangeRow[]): ChangeRow[] {
  const restored = new Set<JsonValue>([id]);
  const along: ChangeRow[] = [];
  // Referring entities are deleted before those that they refer to.
  for (const row of deleted.toReversed()) {
    const values = Object.values(row.diffs).flat();
    if (values.some((value) => restored.has(value))) {
      restored.add(row.entity_id);
      along.push(row);
    }
  }
  return along;
}

function subjectOf({ type_path, entity_id, project_id }: ChangeRow) {
  return { typePath: type_path, id: entity_id, projectId: project_id };
}

/** The state would be written without the hidden properties. */
function requireAllVisible(caller: Caller, row: ChangeRow): void {
  if (!Object.keys(row.diffs).every(visibleTo(caller, subjectOf(row)))) {
    throw forbidden(`This credential may not read all properties of the ${row.entity_type} ${row.entity_id}.`);
  }
}

/** What keeps the entities from being created is a conflict with the present state, not an error of the request. */
function requireRestored(plans: readonly Planned[]): void {
  const problems = plans.flatMap((plan) => ("problem" in plan ? [plan.problem] : []));
  const [first, ...others] = problems;
  if (first === undefined) {
    return;
  }
  const forbidding = problems.find(({ code }) => code === "forbidden");
  if (forbidding !== undefined) {
    throw forbidding;
  }
  if (first.code !== "invalid-request" && others.length === 0) {
    throw first;
  }
  const errors = problems.flatMap(({ errors: found, code, detail }) =>
    found.length > 0 ? found : [{ pointer: "#", code, detail }],
  );
  throw conflictsWith(errors, (detail, more) => `It cannot be restored: ${detail}${more}`);
}
