import { replaceMembers } from "../../assortments/replace-members.ts";
import type { AlongsideMembers } from "../../assortments/staged-member.ts";
import { updateMembers } from "../../assortments/update-members.ts";
import { replaceMembersDirectly, updateMembersDirectly } from "../../assortments/write-directly.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import { packOutcome } from "../batches/batch-outcome.ts";
import { findDoneBatches } from "../batches/load-batch-store.ts";
import { isPartialUpdate, type LoadRequest } from "../load.ts";
import type { LoadRun } from "../run/load-run.ts";
import { LoadFailed } from "../run/run-endings.ts";
import type { Targets } from "../targets/resolve-targets.ts";
import { keepOutcome, unlessWritten } from "./keep-outcome.ts";

/** Changes each assortment in one step, and publishes it unless the load skips publishing. Each is its own batch. */
export async function publishAssortments(run: LoadRun, { assortmentIds }: Targets, lastBatch: number): Promise<void> {
  const { services, orgId, load, meter, issues } = run;
  if (assortmentIds.length === 0) {
    return;
  }
  const done = await findDoneBatches(services.db, orgId, load.id);
  meter.begin("publishing", assortmentIds.length);
  for (const [index, assortmentId] of assortmentIds.entries()) {
    const number = lastBatch + index + 1;
    try {
      await (done.has(number) ? undefined : unlessWritten(changeMembers(run, assortmentId, number), undefined));
    } catch (error) {
      if (!(error instanceof Problem) || isOutage(error)) {
        throw error;
      }
      issues.add({ issueType: "VALIDATION_ERROR", severity: "error", message: error.detail });
      throw new LoadFailed("UPLOADING_DATA", { cause: error });
    }
    await meter.advance(1);
  }
}

async function changeMembers(run: LoadRun, assortmentId: string, number: number): Promise<void> {
  const { services, orgId, load } = run;
  const { configuration, writer } = load;
  const alongside: AlongsideMembers = (tx, members) =>
    keepOutcome(tx, run, number, packOutcome({ rows: [], entities: [], members }));
  const { maxRemovals } = configuration;
  const change = { orgId, stageId: load.id, assortmentId, ...(maxRemovals === undefined ? {} : { maxRemovals }) };
  await verbOf(configuration)(services, writer, change, alongside);
}

function verbOf(configuration: LoadRequest) {
  const isDirect = configuration.shouldSkipAssortmentPublish === true;
  if (isPartialUpdate(configuration)) {
    return isDirect ? updateMembersDirectly : updateMembers;
  }
  return isDirect ? replaceMembersDirectly : replaceMembers;
}
