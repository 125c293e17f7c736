import { type AlongsideMembers, applyMemberLoad } from "../../assortments/apply-member-load.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import { findDoneBatches, packOutcome } from "../drafting/load-batch-store.ts";
import type { Targets } from "../drafting/resolve-targets.ts";
import { isPartialUpdate } from "../load.ts";
import { LoadFailedError } from "../load-errors.ts";
import { inArea, type LoadRun } from "./load-run.ts";
import { keepOutcome, unlessWritten } from "./write-checked-rows.ts";

/** Changes each assortment in one step, and publishes it unless the load skips publishing. Each is its own batch. */
export async function publishAssortments(run: LoadRun, { assortmentIds }: Targets, lastBatch: number): Promise<void> {
  const { services, orgId, load, meter } = run;
  if (assortmentIds.length === 0) {
    return;
  }
  const done = await findDoneBatches(services.db, orgId, load.id);
  meter.begin("publishing", assortmentIds.length);
  for (const [index, assortmentId] of assortmentIds.entries()) {
    const number = lastBatch + index + 1;
    if (!done.has(number)) {
      await inArea(run, "UPLOADING_DATA", () => publishAssortment(run, assortmentId, number));
    }
    await meter.advance(1);
  }
}

async function publishAssortment(run: LoadRun, assortmentId: string, number: number): Promise<void> {
  try {
    await unlessWritten(changeMembers(run, assortmentId, number), undefined);
  } catch (error) {
    if (!(error instanceof Problem) || isOutage(error)) {
      throw error;
    }
    const issue = { issueType: "VALIDATION_ERROR", severity: "error", message: error.detail } as const;
    throw new LoadFailedError([issue], { cause: error });
  }
}

async function changeMembers(run: LoadRun, assortmentId: string, number: number): Promise<void> {
  const { services, orgId, load } = run;
  const { configuration, writer } = load;
  const alongside: AlongsideMembers = (tx, members) =>
    keepOutcome(tx, run, number, packOutcome({ rows: [], entities: [], members }));
  const memberLoad = {
    orgId,
    stageId: load.id,
    assortmentId,
    maxRemovals: configuration.maxRemovals,
    isPartial: isPartialUpdate(configuration),
    isPublished: configuration.shouldSkipAssortmentPublish !== true,
  };
  await applyMemberLoad(services, writer, memberLoad, alongside);
}
