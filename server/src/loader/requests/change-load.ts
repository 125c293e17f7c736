import type { Caller } from "../../access/caller.ts";
import { deleteStage } from "../../assortments/staged-member-store.ts";
import type { Writer } from "../../entities/model/write-request.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict } from "../../platform/errors.ts";
import { queueLoadWork } from "../engine/load-jobs.ts";
import { emptyReport, hasLoadEnded, type Load, loadsTopic, noProgress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { askCancel, deleteLoad, endLoad, saveUndo } from "../load-store.ts";
import { previewStage } from "../passes/change-plan.ts";
import { requireLoad, requireLoadRight, requireLockedLoad } from "./read-load.ts";

/** Starts to undo the changes of a load. A repeated request retries the changes that could not be undone before. */
export async function askUndo(services: LoadServices, caller: Caller, writer: Writer, id: string): Promise<Load> {
  requireLoadRight(caller, "update", id);
  const orgId = caller.org.id;
  await services.db.transaction(async (tx) => {
    const load = await requireLockedLoad(tx, caller, id);
    requireUndoable(load);
    const { rights, isAdministrator, taskId } = writer.rights;
    const author = { ...writer.author, source: "loader", sourceId: id } as const;
    await saveUndo(tx, orgId, id, {
      status: "pending",
      writer: { rights: { rights, isAdministrator, taskId }, author },
      reverted: 0,
      notReverted: 0,
      reasons: [],
      assortmentIds: [],
      earlierSets: changeSetsOf(load.undo),
    });
    await queueLoadWork(services, tx, { verb: "undo", address: { orgId, loadId: id } });
  });
  return requireLoad(services.db, caller, id);
}

function requireUndoable(load: Load): void {
  if (!hasLoadEnded(load)) {
    throw conflict("The load has not ended. Cancel it first, then undo it.");
  }
  if (load.configuration.dryRun === true) {
    throw conflict("A dry run changes nothing, so it cannot be undone.");
  }
  if (load.undo?.status === "pending" || load.undo?.status === "running") {
    throw conflict("The load is already being undone.");
  }
  if (load.undo?.status === "completed" && load.undo.notReverted === 0) {
    throw conflict("The load was already undone.");
  }
}

function changeSetsOf(undo: Load["undo"]): readonly string[] {
  return undo === undefined ? [] : [...(undo.earlierSets ?? []), undo.writer.author.changeSetId];
}

/**
 * A queued load is canceled at once, a running one after its current batch. What was written can be undone. A sample
 * run is also canceled at once: it has no job, so no node resumes it when its own has died.
 */
export async function cancelLoad({ db, bus }: LoadServices, caller: Caller, id: string): Promise<Load> {
  requireLoadRight(caller, "update", id);
  const orgId = caller.org.id;
  await db.transaction(async (tx) => {
    const load = await requireLockedLoad(tx, caller, id);
    if (hasLoadEnded(load)) {
      throw conflict(`The load has already ${load.status === "canceled" ? "been canceled" : load.status}.`);
    }
    if (load.status === "pending" || load.configuration.sampleRows !== undefined) {
      await endLoad(tx, orgId, id, { status: "canceled", progress: noProgress, report: emptyReport });
      await deleteStage(tx, orgId, previewStage(id));
    } else {
      await askCancel(tx, orgId, id);
    }
  });
  bus.publish(loadsTopic, id);
  return requireLoad(db, caller, id);
}

/** Deletes a load that has ended. What it has written stays. */
export async function removeLoad(services: LoadServices, caller: Caller, id: string): Promise<void> {
  await services.db.transaction((tx) => remove(tx, caller, id));
}

/** Throws what would prevent the deletion of the load, and deletes nothing. */
export async function planLoadRemoval(services: LoadServices, caller: Caller, id: string): Promise<void> {
  await services.db.planOnly((tx) => remove(tx, caller, id));
}

async function remove(tx: Transaction, caller: Caller, id: string): Promise<void> {
  requireLoadRight(caller, "delete", id);
  const load = await requireLockedLoad(tx, caller, id);
  if (!hasLoadEnded(load)) {
    throw conflict("The load has not ended. Cancel it first.");
  }
  await deleteLoad(tx, caller.org.id, id);
}
