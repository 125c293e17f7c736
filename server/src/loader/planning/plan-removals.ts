import { forgetStage } from "../../assortments/forget-stage.ts";
import { previewMembers } from "../../assortments/preview-members.ts";
import { configurationIssue } from "../configuration/configuration-issue.ts";
import { isPartialUpdate } from "../load.ts";
import type { LoadRun } from "../run/load-run.ts";
import { LoadFailed } from "../run/run-endings.ts";
import type { Targets } from "../targets/resolve-targets.ts";
import type { ChangePlan } from "./change-plan.ts";
import { needsPreview, previewStage } from "./preview-stage.ts";

/** Adds the members that would be removed to the plan and to the counts. */
export async function planRemovals(run: LoadRun, targets: Targets, plan: ChangePlan): Promise<void> {
  const { load, tally } = run;
  if (!needsPreview(load.configuration)) {
    return;
  }
  for (const assortmentId of targets.assortmentIds) {
    const { removed, removedItemIds } = await preview(run, assortmentId);
    if (load.configuration.dryRun === true) {
      tally.add("assortment-item", "deleted", removed);
    }
    for (const itemId of removedItemIds) {
      await plan.addLine({
        rowNumber: 0,
        entityType: "assortment-item",
        federatedId: null,
        action: "delete",
        changes: { assortmentId: [assortmentId, null], itemId: [itemId, null] },
      });
    }
  }
}

/** Rejects a load that exceeds its maxRemovals, before anything is written. */
export async function requireFewRemovals(run: LoadRun, targets: Targets): Promise<void> {
  const { services, orgId, load, issues } = run;
  const { maxRemovals } = load.configuration;
  if (!needsPreview(load.configuration)) {
    return;
  }
  let removals = 0;
  for (const assortmentId of maxRemovals === undefined ? [] : targets.assortmentIds) {
    removals += (await preview(run, assortmentId)).removed;
  }
  await services.db.transaction((tx) => forgetStage(tx, orgId, previewStage(load.id)));
  if (maxRemovals !== undefined && removals > maxRemovals) {
    issues.add(
      configurationIssue(
        `The load would remove ${removals} items from its assortments, but maxRemovals is ${maxRemovals}.`,
        "Review the plan of a dry run. To remove them, raise maxRemovals; otherwise use partialAssortmentUpdate.",
      ),
    );
    throw new LoadFailed("VALIDATING_DATA");
  }
}

function preview({ services, orgId, load }: LoadRun, assortmentId: string) {
  const isPartial = isPartialUpdate(load.configuration);
  return previewMembers(services.db, orgId, { stageId: previewStage(load.id), assortmentId, isPartial });
}
