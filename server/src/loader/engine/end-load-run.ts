import { forgetStage } from "../../assortments/forget-stage.ts";
import { findListeners, raiseEvents } from "../../entities/event-listener.ts";
import type { LoadContext } from "../load-services.ts";
import { endLoad, type LoadEnd } from "../load-store.ts";
import { loadsTopic } from "../loads-topic.ts";
import { previewStage } from "../planning/preview-stage.ts";

/**
 * Ends a load, raises its event and deletes its stages in one transaction. A dry run raises no event. Returns false if
 * the load has already ended or continues on another node.
 */
export async function endLoadRun({ services, orgId, load }: LoadContext, ending: LoadEnd): Promise<boolean> {
  const { db, bus } = services;
  // Read before the transaction: a holder of a lock must not wait for a connection that is used by those waiting for
  // the lock.
  const types = await services.types.typesOf(orgId);
  const isEnded = await db.transaction(async (tx) => {
    if (!(await endLoad(tx, orgId, load.id, ending))) {
      return false;
    }
    await forgetStage(tx, orgId, load.id);
    await forgetStage(tx, orgId, previewStage(load.id));
    if (ending.status !== "canceled" && load.configuration.dryRun !== true) {
      const name = `loader-process|${ending.status}`;
      const subject = { entityType: "loader-process", id: load.id, target: { typePath: "loader-process" } };
      const { counts, warnings, errors, failureArea } = ending.report;
      const tallies = Object.fromEntries(Object.entries(counts).map(([kind, tally]) => [kind, { ...tally }]));
      const outcome = { loaderProcessId: load.id, status: ending.status, failureArea };
      const payload = { ...outcome, counts: tallies, warnings, errors };
      const { author } = load.writer;
      await raiseEvents(tx, [{ kind: "named", name, subject, payload, author }], {
        listeners: await findListeners(tx, orgId, services.listeners),
        types,
      });
    }
    return true;
  });
  bus.publish(loadsTopic, load.id);
  return isEnded;
}
