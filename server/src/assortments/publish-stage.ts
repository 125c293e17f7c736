import type { Writer } from "../entities/write/write-request.ts";
import { applyStage } from "./apply-stage.ts";
import { publishWithComposites } from "./publish-with-composites.ts";
import { refuseComposite } from "./refuse-composite.ts";
import type { AlongsideMembers, MembersOutcome } from "./staged-member.ts";
import { type AssortmentServices, writeAssortment } from "./write-assortment.ts";
import { directBatches, recordedBatches } from "./write-members.ts";

/** The members that a load has staged for an assortment. */
export interface MemberLoad {
  readonly orgId: string;
  readonly stageId: string;
  readonly assortmentId: string;
  /** A load with more removals is rejected. */
  readonly maxRemovals?: number;
}

export interface StagedLoad extends MemberLoad {
  readonly isPartial: boolean;
}

// A load waits for the load before it, within reason.
const patienceMs = 30 * 60_000;

/** Writes the members and publishes the assortment with all its composites, in one transaction. */
export function publishStage(
  services: AssortmentServices,
  writer: Writer,
  { maxRemovals, ...load }: StagedLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return writeAssortment(services, { ...load, writer, patienceMs }, async (open) => {
    refuseComposite(open.assortment);
    const writeBatch = recordedBatches(open.write);
    const counts = await applyStage(open, { ...load, removalsMax: maxRemovals, writeBatch });
    const published = await publishWithComposites(open);
    const outcome = published === undefined ? counts : { ...counts, publishChangeId: published.publishChangeId };
    await alongside(open.write.tx, outcome);
    return outcome;
  });
}

/** Writes the members and nothing else. The next publish includes the changes. */
export function writeStageDirectly(
  services: AssortmentServices,
  writer: Writer,
  { maxRemovals, ...load }: StagedLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return writeAssortment(services, { ...load, writer, patienceMs }, async (open) => {
    refuseComposite(open.assortment);
    const writeBatch = directBatches(open.write);
    const outcome = await applyStage(open, { ...load, removalsMax: maxRemovals, writeBatch });
    await alongside(open.write.tx, outcome);
    return outcome;
  });
}
