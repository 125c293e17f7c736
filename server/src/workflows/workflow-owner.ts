import type { StandingCredential } from "../access/standing-credential.ts";
import type { Writer } from "../entities/write/write-request.ts";

/** A version that was saved by an earlier version of the service names no owner; a user is still known by its author. */
export function ownerOf(
  owner: StandingCredential | null,
  { author }: Pick<Writer, "author">,
): StandingCredential | null {
  return owner ?? (author.actorType === "user" ? { type: "user", id: author.actorId } : null);
}
