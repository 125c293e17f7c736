import type { Writer } from "../entities/write/write-request.ts";
import { type MemberLoad, publishStage } from "./publish-stage.ts";
import type { AlongsideMembers, MembersOutcome } from "./staged-member.ts";
import type { AssortmentServices } from "./write-assortment.ts";

/** A full update: the stage is the whole assortment, and items that are not staged are removed. */
export function replaceMembers(
  services: AssortmentServices,
  writer: Writer,
  load: MemberLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return publishStage(services, writer, { ...load, isPartial: false }, alongside);
}
