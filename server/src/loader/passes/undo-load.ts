import { publishByHand } from "../../assortments/change-by-hand.ts";
import { type ChangeOfSet, findVersionsOfSet, listChangeSet } from "../../changes/change-history-store.ts";
import type { Draft } from "../../entities/model/write-request.ts";
import { draftToRestore, sendable } from "../../entities/restore/reversal-drafts.ts";
import type { Planned } from "../../entities/write/plan-all.ts";
import { isEntityKindName, type TypeTree } from "../../entity-types/type-tree.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import { isSameJson } from "../../platform/same-json.ts";
import { isPartialUpdate, type Load, type LoadAddress, loadsTopic, noCounts, type Undo } from "../load.ts";
import { LoadInterruptedError } from "../load-errors.ts";
import type { LoadServices } from "../load-services.ts";
import { findLoad, lockLoad, saveUndo } from "../load-store.ts";

const changesAtOnce = 500;
const reasonsMax = 1_000;
const endOfTime = { createdOn: "9999-12-31T00:00:00.000Z", sequence: Number.MAX_SAFE_INTEGER };

/**
 * Undoes the changes of a load, from the last to the first, except on entities that were changed since. Each page of
 * changes is undone in one transaction with the progress of the undo, so that a killed node loses nothing.
 */
export async function undoLoad(
  services: LoadServices,
  { orgId, loadId }: LoadAddress,
  stopping: AbortSignal,
): Promise<void> {
  for (;;) {
    const load = await findLoad(services.db, orgId, loadId);
    const undo = load?.undo;
    if (load === undefined || undo === undefined || undo.status === "completed") {
      return;
    }
    if (stopping.aborted) {
      throw new LoadInterruptedError("the node stops");
    }
    const changes = await nextChanges(services, orgId, load, undo);
    if (changes.length === 0) {
      await finish(services, orgId, load, undo);
      return;
    }
    await revertPage(services, orgId, { load, undo, changes });
    services.bus.publish(loadsTopic, loadId);
  }
}

function nextChanges({ db }: LoadServices, orgId: string, load: Load, { before = endOfTime }: Undo) {
  return listChangeSet(db, orgId, {
    changeSetId: load.writer.author.changeSetId,
    from: load.createdOn,
    // The clocks of the nodes and of the log may differ slightly.
    until: new Date((load.endedOn ?? new Date()).getTime() + 60_000),
    before: { createdOn: new Date(before.createdOn), sequence: before.sequence },
    limit: changesAtOnce,
  });
}

interface Page {
  readonly load: Load;
  readonly undo: Undo;
  readonly changes: readonly ChangeOfSet[];
}

async function revertPage({ db, writer, types }: LoadServices, orgId: string, page: Page): Promise<void> {
  const { load, undo, changes } = page;
  const ids = changes.map(({ entity_id }) => entity_id);
  const versions = await findVersionsOfSet(db, orgId, undo.writer.author.changeSetId, ids);
  const left = await withoutReverted(db, orgId, undo, changes);
  const reversals = draftsToRevert(left, { versions, types: await types.typesOf(orgId) });
  const requests = reversals.map(({ draft }) => ({ draft, writer: undo.writer }));
  await writer.run(orgId, async (write) => {
    const now = await lockLoad(write.tx, orgId, load.id);
    if (!isSameJson(now?.undo?.before, undo.before)) {
      // A node that was considered dead has already done this page.
      return;
    }
    const plans = await write.add(requests, { isAtomic: false });
    await saveUndo(write.tx, orgId, load.id, after(page, reversals, plans));
  });
}

/** Excludes changes that earlier attempts have undone. */
async function withoutReverted(db: Database, orgId: string, { earlierSets = [] }: Undo, changes: Page["changes"]) {
  let left = changes;
  for (const changeSetId of earlierSets) {
    const ids = left.map(({ entity_id }) => entity_id);
    const reverted = await findVersionsOfSet(db, orgId, changeSetId, ids);
    left = left.filter(({ entity_id }) => !reverted.has(entity_id));
  }
  return left;
}

/** The progress of the undo after the page is written. */
function after({ undo, changes }: Page, reversals: readonly Reversal[], plans: readonly Planned[]): Undo {
  const last = changes.at(-1);
  const reasons = plans.flatMap((planned, index) => {
    const change = reversals[index]?.change;
    return "problem" in planned && change !== undefined
      ? [{ entityReference: `${change.entity_type}:${change.entity_id}`, message: planned.problem.detail }]
      : [];
  });
  return {
    ...undo,
    status: "running",
    reverted: undo.reverted + plans.length - reasons.length,
    notReverted: undo.notReverted + reasons.length,
    reasons: [...undo.reasons, ...reasons].slice(0, reasonsMax),
    assortmentIds: [...new Set([...undo.assortmentIds, ...assortmentsIn(plans)])],
    ...(last === undefined ? {} : { before: { createdOn: last.created_on.toISOString(), sequence: last.sequence } }),
  };
}

function assortmentsIn(plans: readonly Planned[]): string[] {
  return plans.flatMap((planned) => {
    const id = "problem" in planned ? undefined : planned.entity.properties["assortmentId"];
    return typeof id === "string" ? [id] : [];
  });
}

async function finish(services: LoadServices, orgId: string, load: Load, undo: Undo): Promise<void> {
  const reasons = [...undo.reasons, ...membersWrittenDirectly(load)];
  for (const assortmentId of undo.assortmentIds) {
    try {
      await publishByHand(services, { orgId, assortmentId, writer: undo.writer });
    } catch (error) {
      if (!(error instanceof Problem) || isOutage(error)) {
        throw error;
      }
      reasons.push({ entityReference: `assortment:${assortmentId}`, message: error.detail });
    }
  }
  const notReverted = undo.notReverted + reasons.length - undo.reasons.length;
  await saveUndo(services.db, orgId, load.id, { ...undo, status: "completed", notReverted, reasons });
  services.bus.publish(loadsTopic, load.id);
}

/** Written without history, they cannot be distinguished from earlier members. */
function membersWrittenDirectly({ configuration, id, report }: Load): Undo["reasons"] {
  const { created, updated, deleted } = report?.counts["assortment-item"] ?? noCounts;
  if (configuration.shouldSkipAssortmentPublish !== true || created + updated + deleted === 0) {
    return [];
  }
  const how = isPartialUpdate(configuration) ? "changed" : "replaced";
  const message = `The items of its assortments were ${how} directly, without history. Load the intended items again.`;
  return [{ entityReference: `loader-process:${id}`, message }];
}

/** A change, and the draft that undoes it. */
interface Reversal {
  readonly change: ChangeOfSet;
  readonly draft: Draft;
}

interface RevertContext {
  /** By entity, the version that the undo itself has created. */
  readonly versions: ReadonlyMap<string, number>;
  readonly types: TypeTree;
}

/** The drafts that undo the changes, last change first. Values computed by the service are not sent. */
function draftsToRevert(changes: readonly ChangeOfSet[], { versions, types }: RevertContext): Reversal[] {
  const current = new Map(versions);
  return changes.filter(isOfRows).flatMap((change) => {
    const expectedVersion = current.get(change.entity_id) ?? change.entity_version;
    current.set(change.entity_id, expectedVersion + 1);
    const draft = draftOf(change, expectedVersion, types);
    return draft === undefined ? [] : [{ change, draft }];
  });
}

/** Types added by a load are kept, and an assortment's summary follows from its members. */
function isOfRows({ entity_type }: ChangeOfSet): boolean {
  return isEntityKindName(entity_type) && entity_type !== "assortment";
}

function draftOf(change: ChangeOfSet, expectedVersion: number, types: TypeTree): Draft | undefined {
  const { entity_type: entityType, entity_id: id, action, diffs } = change;
  const type = types.typeAt(change.type_path);
  switch (action) {
    case "create":
      return { op: "delete", entityType, address: { id }, cascades: false, expectedVersion };
    case "delete":
      return draftToRestore({ entityType, id, state: diffs, type, version: expectedVersion });
    case "update": {
      const old = Object.fromEntries(Object.entries(diffs).map(([slug, diff]) => [slug, oldValue(diff)]));
      const object = sendable(entityType, old, type);
      return Object.keys(object).length === 0
        ? undefined
        : { op: "update", entityType, address: { id }, object, expectedVersion };
    }
  }
}

function oldValue(diff: JsonValue): JsonValue {
  return Array.isArray(diff) ? (diff[0] ?? null) : null;
}
