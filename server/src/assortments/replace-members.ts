import type { Writer } from "../entities/write/write-request.ts";
import { type MemberLoad, publishStage } from "./publish-stage.ts";
import type { AlongsideMembers, MembersOutcome } from "./staged-member.ts";
import type { AssortmentServices } from "./write-assortment.ts";

/** A full update: what is staged is the whole assortment, and what is not staged leaves it. */
export function replaceMembers(
  services: AssortmentServices,
  writer: Writer,
  load: MemberLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return publishStage(services, writer, { ...load, isPartial: false }, alongside);
}
