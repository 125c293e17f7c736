import type { Writer } from "../entities/write/write-request.ts";
import { type MemberLoad, publishStage } from "./publish-stage.ts";
import type { AlongsideMembers, MembersOutcome } from "./staged-member.ts";
import type { AssortmentServices } from "./write-assortment.ts";

/** A partial update: staged items are added, changed or dropped, and nothing else is changed. */
export function updateMembers(
  services: AssortmentServices,
  writer: Writer,
  load: MemberLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return publishStage(services, writer, { ...load, isPartial: true }, alongside);
}
