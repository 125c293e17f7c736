import type { Caller } from "../../access/caller.ts";
import { forgetStage } from "../../assortments/forget-stage.ts";
import { conflict } from "../../errors.ts";
import { emptyReport, hasLoadEnded, type Load, noProgress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { askCancel, endLoad } from "../load-store.ts";
import { loadsTopic } from "../loads-topic.ts";
import { previewStage } from "../planning/preview-stage.ts";
import { requireLoad, requireLoadRight, requireLockedLoad } from "./load-access.ts";

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
      await forgetStage(tx, orgId, previewStage(id));
    } else {
      await askCancel(tx, orgId, id);
    }
  });
  bus.publish(loadsTopic, id);
  return requireLoad(db, caller, id);
}
