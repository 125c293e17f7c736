import type { Candidate } from "../write/candidate.ts";
import type { World } from "../write/world.ts";
import type { Draft } from "../write/write-request.ts";

/** What one kind of entity demands beyond the properties of its type. */
export interface KindRules {
  /** What it takes from others may have changed since: also an update that says nothing new is completed. */
  readonly takesFromOthers?: true;
  /** Completes the candidate from itself and from what it refers to, and notes faults. Runs before the common checks. */
  complete?(candidate: Candidate, world: World): void;
  /** What is created or changed together with an entity of this kind. */
  besides?(candidate: Candidate): readonly Draft[];
}
