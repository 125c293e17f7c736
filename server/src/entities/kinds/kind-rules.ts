import type { Candidate } from "../write/candidate.ts";
import type { World } from "../write/world.ts";
import type { Draft } from "../write/write-request.ts";

/** The rules of one kind of entity beyond the properties of its type. */
export interface KindRules {
  /** Values taken from other entities may have changed since, so an update without changes is completed as well. */
  readonly takesFromOthers?: true;
  /** Completes the candidate from itself and from what it refers to, and adds errors. Runs before the common checks. */
  complete?(candidate: Candidate, world: World): void;
  /** The drafts that are written together with an entity of this kind. */
  besides?(candidate: Candidate): readonly Draft[];
}
