import type { Caller } from "../../access/caller.ts";
import type { Writer } from "../../entities/write/write-request.ts";
import { conflict } from "../../errors.ts";
import { queueLoadWork } from "../engine/load-jobs.ts";
import { hasLoadEnded, type Load } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { saveUndo } from "../load-store.ts";
import { requireLoad, requireLoadRight, requireLockedLoad } from "./load-access.ts";

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
