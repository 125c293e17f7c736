import type { StandingCredential } from "../access/standing-credential.ts";
import type { Writer } from "../entities/write/write-request.ts";

/**
 * A version saved by an earlier version of the service has no owner. If its author is a user, that user is the owner.
 */
export function ownerOf(
  owner: StandingCredential | null,
  { author }: Pick<Writer, "author">,
): StandingCredential | null {
  return owner ?? (author.actorType === "user" ? { type: "user", id: author.actorId } : null);
}
