import type { Writer } from "../entities/write/write-request.ts";
import { type MemberLoad, writeStageDirectly } from "./publish-stage.ts";
import type { AlongsideMembers, MembersOutcome } from "./staged-member.ts";
import type { AssortmentServices } from "./write-assortment.ts";

// shouldSkipAssortmentPublish: the same members, without history, events, summary, composites and publish.

export function replaceMembersDirectly(
  services: AssortmentServices,
  writer: Writer,
  load: MemberLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return writeStageDirectly(services, writer, { ...load, isPartial: false }, alongside);
}

export function updateMembersDirectly(
  services: AssortmentServices,
  writer: Writer,
  load: MemberLoad,
  alongside: AlongsideMembers,
): Promise<MembersOutcome> {
  return writeStageDirectly(services, writer, { ...load, isPartial: true }, alongside);
}
